# What Puppet's own values are in Ruby.
Puppet::Functions.create_function(:'demo::rich') do
  def rich(value)
    data = Puppet::Pops::Serialization::ToDataConverter.convert(value, rich_data: true)
    kinds = [Puppet::Pops::Types::PAnyType, Puppet::Pops::Types::PSensitiveType::Sensitive, Puppet::Pops::Types::PIntegerType]
    [value.class.name, data, kinds.map { |kind| value.is_a?(kind) }, Puppet::Util::Package.versioncmp('1.2', '1.10')]
  end
end
