class nginx {
  package { 'openssl':
    ensure => installed,
  }
}
class postfix {
  package { 'openssl': ensure => latest }
}
include nginx
include postfix
