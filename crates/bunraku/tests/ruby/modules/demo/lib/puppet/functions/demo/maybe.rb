# A lambda that may be there.
Puppet::Functions.create_function(:'demo::maybe') do
  dispatch :maybe do
    param 'Any', :value
    optional_block_param
  end

  def maybe(value)
    block_given? ? yield(value) : ['no lambda', value]
  end
end
