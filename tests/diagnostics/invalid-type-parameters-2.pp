define app::user (Enum[admin, 1] $role) {
  notice($role)
}
app::user { 'root': role => 'admin' }
