#! edition spec
if $facts['os']['name'] =~ /debian|ubuntu/i {
  notice('apt')
}
