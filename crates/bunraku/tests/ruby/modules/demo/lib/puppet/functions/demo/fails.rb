# All ways to fail.
Puppet::Functions.create_function(:'demo::fails') do
  dispatch :fails do
    param 'String', :how
  end

  def fails(how)
    case how
    when 'argument' then raise ArgumentError, 'not this way'
    when 'puppet' then raise Puppet::Error, 'not at all'
    when 'parse' then raise Puppet::ParseError, 'not in this program'
    when 'fail' then fail('simply')
    when 'method' then nil.no_such_method
    when 'call' then call_function('no_such_function', 1)
    when 'rescued'
      begin
        call_function('fail', 'caught')
      rescue StandardError
        'rescued'
      end
    else 'fine'
    end
  end
end
