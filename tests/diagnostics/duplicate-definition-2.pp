node 'web01.example.com', 'web02.example.com' {
  notice('web')
}
node 'web02.example.com' {
  notice('again')
}
