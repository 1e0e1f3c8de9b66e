class app (String $user = 'root') {
  if $user == 'root' {
    fail("the app must not run as ${user}")
  }
}
include app
