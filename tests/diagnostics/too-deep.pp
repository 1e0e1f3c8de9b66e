function app::fact(Integer $n) {
  $n * app::fact($n - 1)
}
notice(app::fact(5))
