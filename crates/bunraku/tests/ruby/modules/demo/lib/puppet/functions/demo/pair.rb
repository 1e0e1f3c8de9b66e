# Two dispatches: a text and an optional number, or a hash.
Puppet::Functions.create_function(:'demo::pair') do
  dispatch :texts do
    param 'String[1]', :text
    optional_param 'Integer', :number
    return_type 'Array'
  end

  dispatch :entries do
    param 'Hash[String, Any]', :hash
  end

  def texts(text, number = 7)
    [text, number]
  end

  def entries(hash)
    hash.map { |key, value| "#{key}=#{value.inspect}" }
  end
end
