# Values for this system
# @api private
class web::params {
  $untyped = undef
}
