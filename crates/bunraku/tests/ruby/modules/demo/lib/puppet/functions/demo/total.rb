# As many numbers as there are.
Puppet::Functions.create_function(:'demo::total') do
  dispatch :total do
    repeated_param 'Numeric', :numbers
    return_type 'Numeric'
  end

  def total(*numbers)
    numbers.sum
  end
end
