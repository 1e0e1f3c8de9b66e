$port = 8080
if $port > 1024 {
  notice("high port")
} elif $port == 80 {
  notice('http')
}
user { 'app':
  'uid' => 1000,
  gid: 1000,
}
