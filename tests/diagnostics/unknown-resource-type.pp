pakage { 'nginx': ensure => installed }
