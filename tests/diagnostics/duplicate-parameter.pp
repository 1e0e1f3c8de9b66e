define app::vhost (
  String              $domain,
  Stdlib::Port        $port    = 443,
  Boolean             $tls     = true,
  Optional[String]    $domain  = undef,
) {
  notice($domain)
}
