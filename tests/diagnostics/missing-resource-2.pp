service { 'nginx': ensure => running }
File['/etc/nginx/nginx.conf'] ~> Service['nginx']
