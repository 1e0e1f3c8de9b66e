case $facts['os']['family'] {
  'RedHat': { $package = 'httpd' }
  default: { $package = 'apache2' }
  'Suse', default: { $package = 'apache2-prefork' }
}
