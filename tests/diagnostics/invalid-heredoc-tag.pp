file { '/etc/motd':
  content => @(MOTD/tx),
    Welcome\tto ${hostname}
    | MOTD
}
