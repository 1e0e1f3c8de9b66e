@class { 'apache':
  port => 80,
}
