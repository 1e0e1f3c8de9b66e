define Profile::Vhost (
  Integer $port,
) {
  notice($port)
}

class ::base { }
