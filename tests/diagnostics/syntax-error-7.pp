class app {
  file { '/etc/app':
    ensure => directory
    owner  => 'root',
    mode   => '0755'
  }
  $options = {
    'listen' => 80
    'user'   => 'app',
  }
  $kind = $facts['kernel'] ? {
    'Linux'   => 'a'
    'FreeBSD' => 'b',
  }
}
