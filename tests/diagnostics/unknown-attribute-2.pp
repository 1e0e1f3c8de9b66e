define app::vhost (
  String  $domain,
  Integer $port = 80,
) {
  notice("${domain}:${port}")
}
app::vhost { 'main': domain => 'example.com', prot => 8080 }
