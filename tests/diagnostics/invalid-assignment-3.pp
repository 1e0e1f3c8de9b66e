if 'web-07.example.org' =~ /^web-(\d+)/ {
  $1 = 7
}
