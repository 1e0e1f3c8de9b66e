# Tells its name and how many arguments its lambda takes.
Puppet::Functions.create_function(:'demo::arity') do
  dispatch :arity do
    block_param
  end

  def arity(&block) = [self.class.name, block.arity]
end
