if $facts['kernel'] == 'windows' {
  $root = 'C:/'
}
function app::path(String $name) {
  "${root}/${name}"
}
notice(app::path('x'))
