class profile::webserver { }
class role::web {
  include profile::base, profile::webserver
}
include role::web
