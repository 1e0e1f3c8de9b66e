define app::instance (
  String  $user = 'app',
  String  $home = ($path = "/srv/${user}"),
) {
  file { $home: ensure => directory }
}
