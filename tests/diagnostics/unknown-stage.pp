class repos { }
class { 'repos':
  stage => 'pre',
}
