module Puppet::Parser::Functions
  newfunction(:demo_log, doc: 'Logs its arguments.') do |args|
    args.each { |arg| notice("logged #{arg.inspect}") }
    function_warning(['from a statement'])
  end
end
