file { '/etc/motd':
  content => "Welcome\n",
}
file { 'message of the day':
  path => '/etc/motd',
}
