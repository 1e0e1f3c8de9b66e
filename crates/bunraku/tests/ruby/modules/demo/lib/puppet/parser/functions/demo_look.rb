module Puppet::Parser::Functions
  newfunction(:demo_look, type: :rvalue) do |args|
    args.map { |name| [lookupvar(name), self[name]] }
  end
end
