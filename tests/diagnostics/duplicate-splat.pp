$defaults = { 'owner' => 'root', 'group' => 'root' }
$private  = { 'mode' => '0600' }

file { '/etc/ssl/private/key.pem':
  ensure => file,
  *      => $defaults,
  source => 'puppet:///modules/tls/key.pem',
  *      => $private,
}
