package { ['curl', 'git', 'curl']:
  ensure => installed,
}
