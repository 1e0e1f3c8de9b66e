require_relative '../../../demo/helper'
require_relative '../../../demo/other'

# Uses a library of its module, a constant and a method of its own.
Puppet::Functions.create_function(:'demo::helpers') do
  dispatch :helpers do
    param 'String', :text
  end

  def helpers(text)
    [Demo::Helper.twice(text), Demo::OTHER, mine(text)]
  end

  def mine(text)
    text.reverse
  end
end
