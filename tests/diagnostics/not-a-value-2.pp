file { '/etc/app.conf':
  notify => Service <| title == 'app' |>,
}
