define app::unit (String $user) {
  notice("${home}/bin")
  $home = "/home/${user}"
}
app::unit { 'worker': user => 'deploy' }
