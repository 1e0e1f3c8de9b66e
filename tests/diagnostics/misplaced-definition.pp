class app {
  if $facts['kernel'] == 'Linux' {
    define app::unit ($content) {
      file { "/etc/systemd/system/${title}.service": content => $content }
    }
  }
}
