# @summary Deploys a version of the pages.
#
# All servers are stopped first.
#
# @param targets The servers.
# @param version The version to deploy.
#
# @return [ResultSet] What became of each server.
#
# @example On all servers
#   bolt plan run web::deploy targets=all
plan web::deploy(
  TargetSpec $targets,
  String $version = 'latest',
) {
  apply($targets) {
    service { 'nginx': ensure => stopped }
  }
  return run_task('web::restart', $targets, 'version' => $version)
}
