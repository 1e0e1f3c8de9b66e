class plan {
  notice('a class that is called plan')
}
