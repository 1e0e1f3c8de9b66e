Puppet::Functions.create_function(:'demo::mixed') do
  def mixed(first, middle = 'none', *rest, last)
    "#{first} #{middle} #{rest.size} #{last}"
  end
end
