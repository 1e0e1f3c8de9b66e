# Digest: checksums. They are computed in Rust: at once by Digest.compute, or piece by piece by Digest::State.
module Digest
  def self.string(text)
    return text.to_str if text.respond_to?(:to_str)

    raise TypeError, "no implicit conversion of #{text.nil? ? 'nil' : text.class} into String"
  end

  # What all digests have in common. A class that includes it has a method `algorithm`.
  module Instance
    def initialize
      reset
    end

    def initialize_copy(other)
      state = other.instance_variable_get(:@state)
      @state = state && state.copy
    end

    # The state is made when text is added, which most digests never are.
    def update(text)
      (@state ||= Digest.state(algorithm)).update(Digest.string(text))
      self
    end
    alias << update

    def reset
      @state = nil
      self
    end

    def digest(text = nil)
      return Digest.compute(algorithm, Digest.string(text)) unless text.nil?

      (@state ||= Digest.state(algorithm)).result
    end

    def digest!
      digest.tap { reset }
    end

    def hexdigest(text = nil)
      digest(text).unpack1('H*')
    end

    def hexdigest!
      hexdigest.tap { reset }
    end

    def base64digest(text = nil)
      [digest(text)].pack('m0')
    end

    def base64digest!
      base64digest.tap { reset }
    end

    def to_s
      hexdigest
    end

    def file(path)
      update(::File.binread(path))
    end

    def new
      dup.reset
    end

    def ==(other)
      hexdigest == (other.respond_to?(:to_str) ? other.to_str : other.to_s)
    end

    def inspect
      "#<#{self.class}: #{hexdigest}>"
    end

    def digest_length
      digest.bytesize
    end

    def length
      digest_length
    end

    def size
      digest_length
    end

    def block_length
      %w[SHA384 SHA512].include?(algorithm) ? 128 : 64
    end
  end

  class Class
    include Instance

    def self.digest(text, *args)
      new(*args).digest(text)
    end

    def self.hexdigest(*args)
      digest(*args).unpack1('H*')
    end

    def self.base64digest(*args)
      [digest(*args)].pack('m0')
    end

    def self.file(path, *args)
      new(*args).file(path)
    end
  end

  class Base < Digest::Class
    def self.algorithm
      @algorithm ||= name.split('::').last
    end

    def algorithm
      self.class.algorithm
    end
  end

  class MD5 < Base; end
  class SHA1 < Base; end
  class SHA256 < Base; end
  class SHA384 < Base; end
  class SHA512 < Base; end

  # SHA-2 with a selectable length.
  class SHA2 < Digest::Class
    attr_reader :algorithm

    def initialize(bits = 256)
      raise ArgumentError, "unsupported bit length: %s" % bits.inspect unless [256, 384, 512].include?(bits)

      @algorithm = "SHA#{bits}"
      super()
    end

    def inspect
      "#<Digest::SHA2:#{digest_length * 8} #{hexdigest}>"
    end
  end

  def self.hexencode(bytes)
    bytes.unpack1('H*')
  end
end
