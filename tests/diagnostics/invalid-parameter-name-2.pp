['a', 'b'].each |$0, String $value| {
  notice($value)
}
