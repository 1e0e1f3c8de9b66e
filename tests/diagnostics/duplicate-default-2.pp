$service = $facts['os']['name'] ? {
  default  => 'sshd',
  'Debian' => 'ssh',
  'Ubuntu' => 'ssh',
  default  => 'openssh',
}
