function app::name() >> String {
  if $facts['kernel'] == 'Linux' {
    'app-linux'
  }
  $facts['kernel'] == 'Darwin'
  'app'
}
