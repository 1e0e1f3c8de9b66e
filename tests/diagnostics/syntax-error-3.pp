class app {
  file { '/srv/app':
    ensure => directory,
  }

  if $facts['virtual'] == 'physical' {
    service { 'smartd':
      ensure => running,
    }
