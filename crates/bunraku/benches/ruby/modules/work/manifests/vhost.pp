# A resource with a template, as most modules have one.
define work::vhost(Integer $port, Array[String] $aliases, Hash $options) {
  file { "/etc/bench/${title}.conf":
    content => template('work/vhost.erb'),
  }
}
