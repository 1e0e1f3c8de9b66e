# HOCON, read as data files are.
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

  # What was read. Substitutions are filled in already.
  class Config
    def initialize(data) = @data = data
    def resolve(_options = nil) = self
    def root = self
    def unwrapped = @data
  end
end
