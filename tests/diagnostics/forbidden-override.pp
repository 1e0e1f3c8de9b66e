class ssh {
  file { '/etc/ssh/sshd_config':
    mode => '0644',
  }
}
class hardening {
  include ssh
  File['/etc/ssh/sshd_config'] {
    mode => '0600',
  }
}
include hardening
