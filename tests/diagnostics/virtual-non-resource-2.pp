@@$users.each |$user| {
  user { $user: ensure => present }
}
