node base {
  include ssh
}

node 'web01.example.org' inherits base {
  include nginx
}
