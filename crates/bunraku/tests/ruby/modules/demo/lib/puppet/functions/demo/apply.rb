# A lambda that must be there.
Puppet::Functions.create_function(:'demo::apply') do
  dispatch :apply do
    param 'Array', :list
    block_param 'Callable[1, 1]', :block
  end

  def apply(list)
    list.map { |item| yield(item) }
  end
end
