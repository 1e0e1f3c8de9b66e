# At least one argument behind the first.
Puppet::Functions.create_function(:'demo::many') do
  dispatch :many do
    param 'String', :separator
    required_repeated_param 'Variant[String, Integer]', :parts
  end

  def many(separator, *parts)
    parts.join(separator)
  end
end
