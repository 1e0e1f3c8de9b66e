$example = @(END:pp)
  service { 'nginx':
    ensure => running
    enable => true,
  }
  | END
