file { '/etc/web.conf':
  content => epp('web/site', { 'port' => 80 }),
}
