class web (
  Integer $port = lookup('web::port', Integer),
) {
  notice($port)
}
include web
