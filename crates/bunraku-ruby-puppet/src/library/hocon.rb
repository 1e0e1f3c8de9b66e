# Hocon: parses HOCON in the same way as data files.
module Hocon
  class ConfigError < StandardError
    class ConfigParseError < ConfigError; end
  end

  def self.parse(text) = ConfigFactory.parse_string(text).resolve.root.unwrapped

  module ConfigFactory
    def self.parse_string(text, _options = nil)
      data, flaw = PuppetHost.read_hocon(text)
      raise ConfigError::ConfigParseError, flaw if flaw

      Config.new(data)
    end
  end

  # A parsed document. Substitutions are already resolved.
  class Config
    def initialize(data) = @data = data
    def resolve(_options = nil) = self
    def root = self
    def unwrapped = @data
  end
end
