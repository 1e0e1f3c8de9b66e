# Resolv: the forms of addresses. There is no network to ask for names.
class Resolv
  class ResolvError < StandardError; end
  class ResolvTimeout < StandardError; end

  class IPv4
    Regex256 = /0|1(?:[0-9][0-9]?)?|2(?:[0-4][0-9]?|5[0-5]?|[6-9])?|[3-9][0-9]?/x.freeze
    Regex = /\A(#{Regex256})\.(#{Regex256})\.(#{Regex256})\.(#{Regex256})\z/.freeze
  end

  class IPv6
    Regex_8Hex = /\A(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}\z/x.freeze
    Regex_CompressedHex = /\A((?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4})*)?)::((?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4})*)?)\z/x.freeze
    Regex_6Hex4Dec = /\A((?:[0-9A-Fa-f]{1,4}:){6,6})(\d+)\.(\d+)\.(\d+)\.(\d+)\z/x.freeze
    Regex_CompressedHex4Dec = /\A((?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4})*)?)::((?:[0-9A-Fa-f]{1,4}:)*)(\d+)\.(\d+)\.(\d+)\.(\d+)\z/x.freeze
    Regex = /(?:#{Regex_8Hex})|(?:#{Regex_CompressedHex})|(?:#{Regex_6Hex4Dec})|(?:#{Regex_CompressedHex4Dec})/x.freeze
  end

  AddressRegex = /(?:#{IPv4::Regex})|(?:#{IPv6::Regex})/.freeze

  class << self
    # An address is its own answer, as in Ruby; any other name would need a network.
    def getaddress(name)
      return name if AddressRegex.match?(name)

      raise ResolvError, "no address for #{name}"
    end

    def getaddresses(name)
      AddressRegex.match?(name) ? [name] : []
    end

    def getname(address)
      raise ResolvError, "no name for #{address}"
    end

    def getnames(_address)
      []
    end
  end

  # No server answers, as where there is no network.
  class DNS
    def self.open(*args)
      block_given? ? yield(new(*args)) : new(*args)
    end

    # The kinds of records that code asks for by their classes.
    class Resource
      module IN
        %i[A AAAA ANY CNAME HINFO LOC MINFO MX NS PTR SOA SRV TXT WKS].each { |kind| const_set(kind, Class.new(Resource)) }
      end
    end

    def initialize(*); end

    def timeouts=(_seconds); end

    def getaddress(name)
      raise ResolvError, "DNS result has no information for #{name}"
    end

    def getaddresses(_name)
      []
    end

    def getname(address)
      raise ResolvError, "DNS result has no information for #{address}"
    end

    def getnames(_address)
      []
    end

    def getresource(name, _kind)
      raise ResolvError, "DNS result has no information for #{name}"
    end

    def getresources(_name, _kind)
      []
    end

    def close
      nil
    end
  end
end
