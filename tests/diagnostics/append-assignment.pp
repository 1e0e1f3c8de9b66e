# The packages that every web server needs.
class profile::web {
  $packages = ['nginx', 'logrotate']
  if $facts['os']['family'] == 'Debian' {
    $packages += ['ssl-cert']
  }
  package { $packages: ensure => installed }
}
