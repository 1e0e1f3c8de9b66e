# Reads HOCON.
Puppet::Functions.create_function(:'demo::hocon') do
  def hocon(text)
    require 'hocon/config_factory'
    Hocon::ConfigFactory.parse_string(text).resolve.root.unwrapped
  rescue Hocon::ConfigError::ConfigParseError
    'no HOCON'
  end
end
