# The resource defaults that are in force for a type.
module Puppet::Parser::Functions
  newfunction(:demo_defaults, type: :rvalue, arity: 1) do |arguments|
    lookupdefaults(arguments[0]).map { |name, default| [name.class.to_s, name.to_s, default.name == name, default.value] }.sort
  end
end
