class base {
  ensure_packages 'git', 'vim', {
    'ensure' => 'latest',
  }
}
