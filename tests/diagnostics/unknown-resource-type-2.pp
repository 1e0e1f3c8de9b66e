class nginx { }
nginx { 'default':
  ensure => running,
}
