$pairs.each |*$first, $last| {
  notice($last)
}
