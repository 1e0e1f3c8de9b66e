class app (
  String $user = 'app',
) {
  notice($user)
}

class { 'app':
  user    => 'deploy',
  verbose => true,
}
