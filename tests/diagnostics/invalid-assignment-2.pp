class app::params {
  $app::user = 'app'
  'group' = 'app'
}
