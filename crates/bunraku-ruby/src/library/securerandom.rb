# SecureRandom: random strings and numbers, from the generator that all code shares.
class Random
  module Formatter
    ALPHANUMERIC = [*'A'..'Z', *'a'..'z', *'0'..'9'].freeze

    def random_bytes(count = nil)
      bytes(count ? count.to_int : 16)
    end

    def hex(count = nil)
      random_bytes(count).unpack1('H*')
    end

    def base64(count = nil)
      [random_bytes(count)].pack('m0')
    end

    def urlsafe_base64(count = nil, padding = false)
      text = base64(count).tr('+/', '-_')
      padding ? text : text.delete('=')
    end

    def uuid
      parts = random_bytes(16).unpack('NnnnnN')
      parts[2] = (parts[2] & 0x0fff) | 0x4000
      parts[3] = (parts[3] & 0x3fff) | 0x8000
      '%08x-%04x-%04x-%04x-%04x%08x' % parts
    end

    def alphanumeric(count = nil)
      choose(ALPHANUMERIC, count || 16)
    end

    def choose(source, count)
      Array.new(count) { source[random_number(source.size)] }.join
    end
    private :choose
  end

  include Formatter
  extend Formatter
end

module SecureRandom
  extend Random::Formatter

  def self.bytes(count)
    Random.bytes(count)
  end

  def self.random_number(limit = 0)
    Random.random_number(limit)
  end

  def self.rand(limit = 0)
    Random.random_number(limit)
  end
end
