# @summary What all machines have in common.
#
# @param motd_path    The file that tells people which machine they are on.
# @param owner        Who looks after it.
# @param time_service The service that sets the clock.
# @param notes        What people should know about it.
# @param admins       The accounts of those who may do anything.
# @param packages     What is installed everywhere.
class profile::base (
  String[1] $motd_path,
  String[1] $owner,
  String[1] $time_service,
  Array[String[1]] $notes       = [],
  Hash[String[1], Hash] $admins = {},
  Array[String[1]] $packages    = [],
) {
  package { $packages:
    ensure => installed,
  }

  service { $time_service:
    ensure => running,
    enable => true,
  }

  file { $motd_path:
    ensure  => file,
    content => epp('profile/motd.epp', { 'owner' => $owner, 'notes' => $notes }),
  }

  $admins.each |String $account, Hash $attributes| {
    user { $account:
      ensure => present,
      *      => $attributes,
    }
  }
}
