$greeting = "Hello ${name}, welcome
file { '/etc/motd':
  content => $greeting,
}
