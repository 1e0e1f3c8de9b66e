type Person {
  notice('name')
}
