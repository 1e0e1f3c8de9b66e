function app::open(Intger $port) {
  notice($port)
}
app::open(80)
