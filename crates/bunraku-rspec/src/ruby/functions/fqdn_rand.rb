Puppet::Functions.create_function(:fqdn_rand, Puppet::Functions::InternalFunction) do
  dispatch :number do
    scope_param
    param 'Any', :max
    optional_param 'Any', :seed
    optional_param 'Any', :lower
  end

  def number(scope, max, seed = nil, lower = false)
    host = scope.lookupvar('facts', {}).dig('networking', 'fqdn')
    host = host.downcase if lower
    digits = Digest::MD5.hexdigest([host, max.to_i, seed].join(':'))
    Puppet::Util.deterministic_rand_int(digits.hex, max.to_i)
  end
end
