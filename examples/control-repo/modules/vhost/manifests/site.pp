# @summary One web site.
#
# @param port    The port that it listens on.
# @param aliases Other names that it is known by.
# @param ensure  Whether it is there.
define vhost::site (
  Vhost::Port $port                 = 80,
  Array[String[1]] $aliases         = [],
  Enum['present', 'absent'] $ensure = present,
) {
  include vhost

  $root = vhost::document_root($title)
  $is_there = $ensure ? {
    'present' => { 'site' => file, 'root' => directory },
    default   => { 'site' => absent, 'root' => absent },
  }

  file { $root:
    ensure => $is_there['root'],
    force  => true,
  }

  file { "${vhost::folder}/sites/${vhost::slug($title)}.conf":
    ensure  => $is_there['site'],
    mode    => '0644',
    content => template('vhost/site.conf.erb'),
    tag     => 'vhost',
  }
}
