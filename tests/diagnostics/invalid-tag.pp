file { '/etc/motd':
  tag => ['base', 'my tag'],
}
