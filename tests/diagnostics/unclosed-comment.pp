/* Web servers
   are configured elsewhere.

class web {
  include nginx
}
