# Digest: checksums. They are computed in Rust, by Digest.compute.
module Digest
  class Base
    def self.digest(text)
      Digest.compute(algorithm, text.to_str)
    end

    def self.hexdigest(text)
      digest(text).unpack1('H*')
    end

    def self.base64digest(text)
      [digest(text)].pack('m0')
    end

    def self.algorithm
      name.split('::').last
    end

    def self.file(_path)
      raise NotImplementedError, 'Digest of a file: read it and give the text to hexdigest'
    end

    def initialize
      @text = ''.b
    end

    def update(text)
      @text += text.b
      self
    end
    alias << update

    def reset
      @text = ''.b
      self
    end

    def digest(text = nil)
      self.class.digest(text || @text)
    end

    def hexdigest(text = nil)
      self.class.hexdigest(text || @text)
    end
    alias to_s hexdigest

    def base64digest(text = nil)
      self.class.base64digest(text || @text)
    end

    def ==(other)
      hexdigest == other.to_s
    end

    def inspect
      "#<#{self.class}: #{hexdigest}>"
    end

    def digest_length
      digest.bytesize
    end
    alias length digest_length
    alias size digest_length
  end

  class MD5 < Base; end
  class SHA1 < Base; end
  class SHA256 < Base; end
  class SHA384 < Base; end
  class SHA512 < Base; end

  # SHA-2 with a selectable length.
  class SHA2 < Base
    def self.algorithm
      'SHA256'
    end

    def initialize(bits = 256)
      super()
      @class = { 256 => SHA256, 384 => SHA384, 512 => SHA512 }.fetch(bits) do
        raise ArgumentError, "unsupported bit length: %s" % bits.inspect
      end
    end

    def digest(text = nil)
      @class.digest(text || @text)
    end

    def hexdigest(text = nil)
      @class.hexdigest(text || @text)
    end
    alias to_s hexdigest
  end

  def self.hexencode(bytes)
    bytes.unpack1('H*')
  end
end
