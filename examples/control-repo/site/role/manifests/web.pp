# @summary A server for web sites.
class role::web {
  contain profile::base
  contain profile::webserver

  Class['profile::base'] -> Class['profile::webserver']
}
