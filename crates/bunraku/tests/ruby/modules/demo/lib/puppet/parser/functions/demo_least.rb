module Puppet::Parser::Functions
  newfunction(:demo_least, type: :rvalue, arity: -3) do |args|
    args.map { |arg| arg.class.name }
  end
end
