# Calls of other functions, with and without a block.
Puppet::Functions.create_function(:'demo::calls') do
  def calls(list)
    upper = call_function('upcase', list)
    mapped = call_function('map', list) { |item| "<#{item}>" }
    [upper, mapped, call_function('demo::total', 1, 2)]
  end
end
