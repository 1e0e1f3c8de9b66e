define check($address, $port = 80, $options = {}) {
  notify { "check ${title}": message => "${address}:${port} ${options}" }
}

@@notify { "host ${fqdn}":
  message => "round ${facts['round']}",
  tag     => [$role, "dc${facts['dc']}"],
}

case $role {
  'web': {
    @@check { $fqdn:
      address => $facts['ip'],
      port    => 8000 + $facts['number'],
      tag     => 'http',
    }
    @@file { "/etc/balancer/${fqdn}":
      ensure  => file,
      content => "server ${fqdn} ${facts['ip']}\n",
      tag     => ['pool', "pool-${facts['dc']}"],
    }
    Notify <<| tag == 'db' and tag == "dc${facts['dc']}" |>>
  }
  'db': {
    @@check { "db ${fqdn}":
      address => $facts['ip'],
      options => { 'user' => 'monitor', 'ports' => [5432, 5433], 'deep' => { 'a' => true, 'b' => 1.5 } },
    }
    @@user { "db${facts['number']}": ensure => present, groups => ["dc${facts['dc']}", 'db'], comment => $fqdn }
    Check <<| title == 'node00.example.com' or port == 8004 |>>
  }
  'mon': {
    Check <<| |>>
    Notify <<| title != "host ${fqdn}" and message == 'round 1' |>> { loglevel => 'debug' }
  }
  default: {
    file { '/etc/balancer': ensure => directory }
    File <<| tag == "pool-${facts['dc']}" |>> { mode => '0600', require => File['/etc/balancer'] }
    User <<| |>>
  }
}
