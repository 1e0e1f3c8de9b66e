class base { }
class site inherits base {
  File['/etc/motd'] { mode => '0600' }
}
include site
