node web-01.example.org {
  include role::web
}
