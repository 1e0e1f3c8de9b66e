#! limit steps 1000
function app::count(Integer $n) {
  if $n > 0 { app::count($n - 1) } else { 0 }
}
notice(app::count(900))
