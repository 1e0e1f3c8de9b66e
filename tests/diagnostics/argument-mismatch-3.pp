class app::cluster (
  Hash[String, Array[Integer]] $hosts,
) {
  notice($hosts)
}

class { 'app::cluster':
  hosts => {
    'web01' => [80, 443],
    'web02' => [80, 443, 8080, 'none'],
  },
}
