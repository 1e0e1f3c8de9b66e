if $facts['networking']['fqdn'] =~ /^(web|db)-(\d+\.example\.org$/ {
  notice('one of ours')
}
