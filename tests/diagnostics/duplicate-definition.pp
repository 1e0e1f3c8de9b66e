class app::server {
  notice('one')
}

class app::server {
  notice('two')
}
