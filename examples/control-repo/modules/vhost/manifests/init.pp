# @summary The web server.
#
# @param folder  Where its configuration is.
# @param service The name of its service.
class vhost (
  String[1] $folder,
  String[1] $service,
) {
  package { 'nginx':
    ensure => installed,
  }
  -> file { "${folder}/sites":
    ensure  => directory,
    recurse => true,
    purge   => true,
  }

  service { $service:
    ensure  => running,
    enable  => true,
    require => Package['nginx'],
  }
}
