module Puppet::Parser::Functions
  newfunction(:demo_both, type: :rvalue) { |args| "Puppet 3 with #{args[0]}" }
end
