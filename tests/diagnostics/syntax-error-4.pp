$mode = $facts['kernel'] ? {
  'Linux': 'posix',
  default => 'other',
}
case $mode {
  'posix' => { notice('ok') }
  default: { notice('?') }
}
