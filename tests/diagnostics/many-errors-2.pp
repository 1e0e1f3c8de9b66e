# Five mistakes that only the checks can find.
class web (
  Integer $port,
  String  $title,
  Integer $port = 80,
) {
  $workers += 2

  case $port {
    80, 8080: { $scheme = 'http' }
    default: { $scheme = 'https' }
    default: { $scheme = 'ftp' }
  }

  $settings = { 'scheme' => $scheme, 'port' => $port, 'scheme' => undef }
  $settings
  notice($settings =~ /[/)
}
