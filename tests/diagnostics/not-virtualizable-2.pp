@@File {
  owner => 'root',
}

@Service['nginx'] {
  enable => false,
}
