file { '/etc/motd':
  mode => '0644',
}
File['/etc/motd'] {
  mode => '0600',
}
