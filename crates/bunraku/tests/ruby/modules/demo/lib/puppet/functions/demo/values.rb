# What values are in Ruby.
Puppet::Functions.create_function(:'demo::values') do
  def values(*values)
    values.map { |value| "#{value.class}: #{value}" }
  end
end
