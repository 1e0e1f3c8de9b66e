$family = 'Solaris'
$package = $family ? {
  'Debian' => 'apache2',
  'RedHat' => 'httpd',
}
