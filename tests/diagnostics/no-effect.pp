class app (
  Integer $workers = 4,
) {
  $workers * 2
  package { 'app': ensure => installed }
}
