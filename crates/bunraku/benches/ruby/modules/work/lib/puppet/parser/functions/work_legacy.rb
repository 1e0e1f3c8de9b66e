module Puppet::Parser::Functions
  newfunction(:work_legacy, type: :rvalue) do |args|
    raise Puppet::ParseError, "work_legacy(): wrong number of arguments (#{args.size})" unless args.size == 2

    "#{args[0]}#{args[1]}"
  end
end
