Puppet::Functions.create_function(:binary_file) do
  include RSpec::Puppet::FirstFile

  dispatch :content do
    param 'String', :name
  end

  def content(name)
    path = first_file([name], :find_file)
    raise Puppet::ParseError, "file `#{name}` not found" unless path

    PuppetHost.binary(Puppet::FileSystem.binread(path))
  end
end
