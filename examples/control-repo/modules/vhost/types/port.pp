# @summary A port that a server can listen on.
type Vhost::Port = Integer[1, 65535]
