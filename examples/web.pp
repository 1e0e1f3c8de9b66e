# A small site: a class with typed parameters, a defined type, a template, and order between resources.
#
#   bunraku compile --node web01.example.com examples/web.pp

class web (
  Integer[1, 65535]   $port  = 80,
  Array[String[1], 1] $sites = ['www', 'blog'],
) {
  package { 'nginx': ensure => installed }
  -> file { '/etc/nginx/nginx.conf':
    ensure  => file,
    mode    => '0644',
    content => inline_epp(@(CONF), { 'port' => $port }),
      <%- | Integer $port | -%>
      server {
        listen <%= $port %>;
      }
      | CONF
  }
  ~> service { 'nginx': ensure => running, enable => true }

  $sites.each |$name| {
    web::site { $name: port => $port }
  }
}

define web::site (Integer $port) {
  file { "/var/www/${title}":
    ensure => directory,
    tag    => 'site',
  }
  notice("site ${title} on port ${port}")
}

node /^web\d+\./ {
  class { 'web': port => 8080 }
  File <| tag == 'site' |> { owner => 'www-data' }
}

node default {
  notify { 'nothing to do': }
}
