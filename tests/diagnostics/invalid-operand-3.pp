if '10' > 9 {
  notice('more')
}
