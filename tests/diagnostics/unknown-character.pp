if $tls & $port == 443 {
  notice(‘secure’)
}
