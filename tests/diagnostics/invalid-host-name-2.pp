$domain = 'example.org'
node "db.${domain}", 'db' {
  include role::database
}
