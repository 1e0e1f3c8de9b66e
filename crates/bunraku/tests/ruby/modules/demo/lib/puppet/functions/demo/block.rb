# Chooses by how many values its lambda takes.
Puppet::Functions.create_function(:'demo::block') do
  dispatch :three do
    param 'Any', :value
    block_param 'Callable[3,3]', :block
  end

  dispatch :two do
    param 'Any', :value
    block_param 'Callable[2,2]', :block
  end

  def three(value) = ['three', yield(value, 2, 3)]
  def two(value) = ['two', yield(value, 2)]
end
