# @summary A server for databases.
class role::database {
  contain profile::base
  contain profile::database
}
