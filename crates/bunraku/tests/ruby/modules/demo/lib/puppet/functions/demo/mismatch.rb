# Says itself what is wrong with an argument.
Puppet::Functions.create_function(:'demo::mismatch') do
  dispatch :mismatch do
    param 'Integer[0]', :number
  end

  argument_mismatch :negative do
    param 'Integer', :number
  end

  def mismatch(number)
    number * 2
  end

  def negative(number)
    "#{number} is below zero"
  end
end
