define app::vhost (
  Stdlib::Port $port,
  Enum['http', 'https'] $scheme = 'http',
) {
  notice("${scheme} ${port}")
}
type Stdlib::Port = Integer[0, 65535]

app::vhost { 'example.com': port => 80, scheme => 'ftp' }
