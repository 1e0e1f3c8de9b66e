class base {
  require_all
  include ssh
  'managed by puppet'
}
