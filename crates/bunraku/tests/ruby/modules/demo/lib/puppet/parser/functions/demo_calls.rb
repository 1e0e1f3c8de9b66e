module Puppet::Parser::Functions
  newfunction(:demo_calls, type: :rvalue) do |args|
    Puppet::Parser::Functions.function(:demo_double)
    [function_demo_double([args[0]]), call_function('demo::total', [1, 2]), function_sprintf(['%03d', 7])]
  end
end
