# @summary Serves the web sites that the data name.
#
# @param sites The sites: the name of each, and what `vhost::site` should know about it.
class profile::webserver (
  Hash[String[1], Hash] $sites,
) {
  include vhost

  $sites.each |String $name, Hash $site| {
    vhost::site { $name:
      * => $site,
    }
  }

  # Whatever is changed below the folder of the server, it must notice.
  File <| tag == 'vhost' |> ~> Service[$vhost::service]
}
