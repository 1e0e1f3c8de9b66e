package {
  ensure => installed,
  name   => 'nginx',
}
