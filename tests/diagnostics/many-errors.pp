# Five independent mistakes: each is reported, once.
class web (
  String  $domain
  Integer $port = 80,
) {
  package { 'nginx' ensure => installed }

  file { "/etc/nginx/${domain}.conf":
    content => epp('web/site.epp', { 'port' => $port, 'domain': $domain }),
  }

  unless $port == 80 {
    include tls
  } elsif $port == 8080 {
    include proxy
  }

  service { 'nginx':
    ensure => running,
    enable true,
  }
}
