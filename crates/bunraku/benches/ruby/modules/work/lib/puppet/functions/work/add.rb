# A function that does next to nothing, so that its call is what is measured.
Puppet::Functions.create_function(:'work::add') do
  dispatch :add do
    param 'Numeric', :a
    param 'Numeric', :b
    return_type 'Numeric'
  end

  def add(a, b)
    a + b
  end
end
