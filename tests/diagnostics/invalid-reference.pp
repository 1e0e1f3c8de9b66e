file { '/etc/app.conf':
  require => 'Package nginx',
}
