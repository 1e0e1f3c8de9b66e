class ntp {
  $primary = 'a.example.org', 'b.example.org'
}
