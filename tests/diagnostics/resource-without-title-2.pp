class app {
  service { ensure => running }
  include nginx
}
