# What it gives is not always what it says.
Puppet::Functions.create_function(:'demo::returns') do
  dispatch :returns do
    param 'Any', :value
    return_type 'Integer'
  end

  def returns(value)
    value
  end
end
