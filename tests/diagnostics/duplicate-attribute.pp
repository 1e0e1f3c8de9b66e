$common = { 'owner' => 'root', 'mode' => '0644' }
file { '/etc/motd':
  mode => '0600',
  *    => $common,
}
