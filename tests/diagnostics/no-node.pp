node 'web01.example.com' {
  notice('web')
}
