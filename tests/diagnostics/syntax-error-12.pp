class web {
  file { "/etc/x":
    ensure => file
    mode => "0644",
  }
