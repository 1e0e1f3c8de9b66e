class app (
  String  $user  = 'app'
  Integer $port  = 80,
) {
  if $port = 443 {
    include tls
  } else if $port == 80 {
    include plain
  }
}
