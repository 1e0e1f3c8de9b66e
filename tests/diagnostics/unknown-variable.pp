class web (
  Integer $port = 80,
) {
  file { '/etc/web.conf':
    content => "listen *:${prot}\n",
  }
}
include web
