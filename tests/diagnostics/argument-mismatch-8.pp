function app::user(Struct[{ name => String, Optional[uid] => Integer }] $user) {
  notice($user)
}

app::user({ 'nam' => 'deploy', 'uid' => '500' })
