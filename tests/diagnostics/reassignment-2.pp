class app (
  Integer $port = 80,
) {
  $port = 8080
}
include app
