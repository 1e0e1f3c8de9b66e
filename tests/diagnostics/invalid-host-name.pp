node 'web*.example.org' {
  include role::web
}
