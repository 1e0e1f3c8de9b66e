file { "/etc/motd":
  ensure => file,
  mode  => 0888,
  owner => "root"
  group => "root",
}
