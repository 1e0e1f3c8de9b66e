# Never ends, in several ways.
Puppet::Functions.create_function(:'demo::forever') do
  def forever(how)
    case how
    when 'loop' then loop { nil }
    when 'rescue' then loop { begin; loop { nil }; rescue StandardError, Exception; nil; end }
    when 'deep' then forever('deep')
    when 'text'
      text = 'x'
      loop { text += text }
    when 'list'
      list = [1]
      loop { list.concat(list) }
    when 'product' then 'x' * 1_000_000_000_000
    when 'power' then 10**(10**10)
    when 'range' then (1..1_000_000_000_000).to_a
    end
  end
end
