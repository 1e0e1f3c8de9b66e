# Returns an object that is no value of the language.
Puppet::Functions.create_function(:'demo::object') do
  dispatch :of_kind do
    param 'String', :kind
  end

  # Shows an object that was returned before.
  dispatch :shown do
    param 'Runtime', :object
  end

  def of_kind(kind)
    case kind
    when 'set' then Set.new([1, 2])
    when 'address' then IPAddr.new('10.0.0.0/8')
    when 'class' then String
    when 'libraries' then Gem::Version.new(Psych::VERSION) > Gem::Version.new('3.0.2')
    when 'nested' then { 'a' => [IPAddr.new('::1')] }
    end
  end

  def shown(object)
    "#{object.class} #{object.inspect}"
  end
end
