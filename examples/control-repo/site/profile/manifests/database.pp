# @summary A database with one user, whose password is encrypted in the data.
#
# @param password The password.
# @param version  The version of PostgreSQL.
# @param memory   How much memory the database may use, in megabytes: a quarter of what there is.
class profile::database (
  Sensitive[String[8]] $password,
  String[1] $version,
  Integer[64] $memory = Integer($facts['memory']['system']['total_bytes'] / 1048576 / 4),
) {
  $folder = "/etc/postgresql/${version}/main"

  package { "postgresql-${version}":
    ensure => installed,
  }
  -> file {
    default:
      ensure => file,
      owner  => 'postgres',
      group  => 'postgres',
      mode   => '0640',
      ;

    "${folder}/conf.d/memory.conf":
      content => "shared_buffers = ${memory}MB\n",
      ;

    "${folder}/pgpass":
      mode    => '0600',
      content => Sensitive("*:*:*:app:${password.unwrap}\n"),
      ;
  }
  ~> service { 'postgresql':
    ensure => running,
    enable => true,
  }
}
