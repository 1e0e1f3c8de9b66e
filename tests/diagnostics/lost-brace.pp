$user = 'app'
$home = "/srv/${user"
file { $home:
  ensure => directory,
}
