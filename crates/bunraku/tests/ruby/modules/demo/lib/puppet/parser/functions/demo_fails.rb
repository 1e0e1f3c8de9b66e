module Puppet::Parser::Functions
  newfunction(:demo_fails, type: :rvalue) do |args|
    raise Puppet::ParseError, "demo_fails(): wrong number of arguments (#{args.size})" if args.empty?
    raise(TypeError, 'not a text') unless args[0].is_a?(String)

    begin
      raise Puppet::ParseError, 'inside' if args[0] == 'rescued'
    rescue Puppet::ParseError => e
      "rescued #{e.message}"
    end
  end
end
