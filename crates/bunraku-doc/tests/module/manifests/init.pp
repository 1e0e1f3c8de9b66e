# @summary Serves pages
#
# A web server with its pages.
#
# It can be *restarted*.
#
# @example With another port
#   class { 'web':
#     port => 8080,
#   }
#
# @param port
#   The port to listen on
#
#   A second paragraph.
# @param [String] mode how to answer
# @enum mode fast Answers at once
# @enum mode safe Checks everything first
# @param settings
# @option settings [Integer] :workers how many
# @param gone a parameter of long ago
#
# @note Needs a network
# @see https://example.org more about it
# @since 1.2.0
# @author Somebody
# @sumary a typing error
class web (
  Integer[1, 65535] $port = 80,
  Enum['fast', 'safe'] $mode = 'fast',
  Hash $settings = {
    workers => 2,
  },
  $untyped = $web::params::untyped,
) inherits web::params {
}
