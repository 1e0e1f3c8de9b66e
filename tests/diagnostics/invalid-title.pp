$user = undef
file { $user:
  ensure => directory,
}
