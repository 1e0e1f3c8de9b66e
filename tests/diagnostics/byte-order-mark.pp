class web {
  include nginx
}
