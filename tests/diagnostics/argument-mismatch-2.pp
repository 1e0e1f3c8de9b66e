function app::url(String $host, Integer[1, 65535] $port = 443) >> String {
  "https://${host}:${port}/"
}

notice(app::url('example.com', '8443'))
