['80', 443].each |Integer $port| {
  notice($port)
}
