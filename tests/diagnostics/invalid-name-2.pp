function app::port(Stdlib::port $default) >> Integer {
  $default
}
