Puppet::Functions.create_function(:find_file) do
  include RSpec::Puppet::FirstFile

  dispatch :find do
    repeated_param 'Variant[String, Array[String]]', :names
  end

  def find(*names) = first_file(names.flatten, :find_file)
end
