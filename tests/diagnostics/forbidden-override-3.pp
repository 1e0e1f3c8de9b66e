define app::unit (Integer $workers = 1) {
  notice("${title} has ${workers}")
}
define app::tuning {
  App::Unit <| |> { workers => 8 }
}
app::unit { 'mailer': }
app::tuning { 'fast': }
