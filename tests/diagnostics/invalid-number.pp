file { '/etc/shadow':
  mode => 0689,
}
