class ntp (
  String $server = 'pool.ntp.org',
) {
  notice($server)
}

include ntp
class { 'ntp':
  server => 'time.example.com',
}
