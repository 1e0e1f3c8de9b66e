# Puppet has a function of this name, which Puppet code calls.
Puppet::Parser::Functions.newfunction(:abs, type: :rvalue) { |args| "Puppet 3 with #{args.inspect}" }
