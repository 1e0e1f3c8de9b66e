module Puppet::Parser::Functions
  newfunction(:web_old, :type => :rvalue, :doc => <<-DOC) do |args|
    An old function.

    @param what something
    @return something else
  DOC
    args
  end
end
