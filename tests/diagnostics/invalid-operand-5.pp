$id = 42
if $id =~ /^4/ {
  notice('starts with 4')
}
