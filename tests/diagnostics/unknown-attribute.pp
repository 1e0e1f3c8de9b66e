file { '/etc/motd':
  ensure  => file,
  contents => "Welcome\n",
}
