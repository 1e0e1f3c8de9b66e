class integer {
  notice('hello')
}
