class web(String $package, Web::Port $port, Hash[String, Hash] $sites) {
  package { $package: ensure => installed }
  -> file { '/etc/web.conf':
    content => epp('web/conf.epp', { 'port' => $port, 'names' => $sites.keys.sort }),
  }
  ~> service { 'web': ensure => running }
  $sites.each |$name, $site| {
    web::site { $name: * => $site }
  }
  notice("seed ${fqdn_rand(1000, 'x')}, ${sha256('x')}, ${sprintf('%05.2f', 2.5)}, ${'ÄB' =~ /(?i:äb)/}")
  notice(Timestamp('2026-02-03T04:05:06').strftime('%F'), " ${9007199254740993 * 3} ${versioncmp('1.10', '1.9')}")
}
