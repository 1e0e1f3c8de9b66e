Puppet::Functions.create_function(:file) do
  include RSpec::Puppet::FirstFile

  dispatch :content do
    repeated_param 'Any', :names
  end

  def content(*names)
    path = first_file(names.flatten, :find_file)
    raise Puppet::ParseError, "none of these files exist: #{names.join(', ')}" unless path

    Puppet::FileSystem.read_preserve_line_endings(path)
  end
end
