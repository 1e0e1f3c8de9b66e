module Puppet::Parser::Functions
  newfunction(:demo_double, type: :rvalue, arity: 1, doc: 'Twice the argument.') do |args|
    args[0].is_a?(Numeric) ? args[0] * 2 : "#{args[0]}#{args[0]}"
  end
end
