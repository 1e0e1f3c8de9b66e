# OpenSSL, as far as code needs neither a network nor secrets of its own: digests, keys derived from passwords, ciphers,
# and certificates that are read.
require 'digest'
require 'base64'
require 'securerandom'

module OpenSSL
  VERSION = '3.0.0'.freeze
  OPENSSL_VERSION = 'OpenSSL 3.0.0'.freeze
  OPENSSL_LIBRARY_VERSION = OPENSSL_VERSION

  class OpenSSLError < StandardError; end

  class Digest < ::Digest::Class
    class DigestError < OpenSSLError; end

    NAMES = %w[MD5 SHA1 SHA224 SHA256 SHA384 SHA512].freeze

    attr_reader :algorithm
    alias name algorithm

    def self.digest(name, text)
      new(name).digest(text)
    end

    def self.hexdigest(name, text)
      digest(name, text).unpack1('H*')
    end

    def self.base64digest(name, text)
      [digest(name, text)].pack('m0')
    end

    # The name of an algorithm that code may write in several ways, or as a digest.
    def self.algorithm_of(name)
      return name.algorithm if name.is_a?(::Digest::Instance)
      return name if NAMES.include?(name)

      NAMES.find { |known| known == name.to_s.upcase.sub(/\ARSA-/, '').sub(/\ASHA-/, 'SHA') } ||
        raise(RuntimeError, "Unsupported digest algorithm (#{name}).: unknown object name")
    end

    def initialize(name, text = nil)
      @algorithm = Digest.algorithm_of(name)
      super()
      update(text) if text
    end

    def initialize_copy(other)
      super
      @algorithm = other.algorithm
    end

    NAMES.each do |algorithm|
      named = ::Class.new(self) do
        define_method(:initialize) { |text = nil| super(algorithm, text) }
        define_singleton_method(:digest) { |text| new.digest(text) }
        define_singleton_method(:hexdigest) { |text| new.hexdigest(text) }
        define_singleton_method(:base64digest) { |text| new.base64digest(text) }
      end
      const_set(algorithm, named)
    end
  end

  class HMACError < OpenSSLError; end

  # A digest with a key. Ruby gives even its hexadecimal form as a binary string.
  class HMAC
    def self.digest(digest, key, text)
      ::Digest.hmac(Digest.algorithm_of(digest), key.to_str, text.to_str)
    end

    def self.hexdigest(digest, key, text)
      digest(digest, key, text).unpack1('H*').b
    end

    def self.base64digest(digest, key, text)
      [digest(digest, key, text)].pack('m0')
    end

    def initialize(key, digest)
      @algorithm = Digest.algorithm_of(digest)
      @key = key.to_str
      reset
    end

    def initialize_copy(other)
      @text = other.instance_variable_get(:@text).dup
    end

    def reset
      @text = ''.b
      self
    end

    def update(text)
      @text << text.to_str.b
      self
    end
    alias << update

    def digest
      ::Digest.hmac(@algorithm, @key, @text)
    end

    def hexdigest
      digest.unpack1('H*').b
    end
    alias to_s hexdigest
    alias inspect hexdigest

    def base64digest
      [digest].pack('m0')
    end

    def ==(other)
      other.is_a?(HMAC) && digest == other.digest
    end
  end

  module KDF
    class KDFError < OpenSSLError; end

    def self.pbkdf2_hmac(password, salt:, iterations:, length:, hash:)
      OpenSSLCode.pbkdf2(Digest.algorithm_of(hash), password, salt, iterations, length)
    end

    def self.hkdf(secret, salt:, info:, length:, hash:)
      algorithm = Digest.algorithm_of(hash)
      salt = "\0" * Digest.new(algorithm).digest_length if salt.empty?
      key = HMAC.digest(algorithm, salt, secret)
      block = ''.b
      result = ''.b
      (1..255).each do |number|
        break if result.bytesize >= length

        block = HMAC.digest(algorithm, key, block + info.b + number.chr)
        result << block
      end
      result.byteslice(0, length)
    end
  end

  module PKCS5
    def self.pbkdf2_hmac(password, salt, iterations, length, digest)
      KDF.pbkdf2_hmac(password, salt: salt, iterations: iterations, length: length, hash: digest)
    end

    def self.pbkdf2_hmac_sha1(password, salt, iterations, length)
      pbkdf2_hmac(password, salt, iterations, length, 'SHA1')
    end
  end

  def self.fixed_length_secure_compare(left, right)
    raise ArgumentError, 'inputs must be of equal length' unless left.bytesize == right.bytesize

    left.b == right.b
  end

  def self.secure_compare(left, right)
    left.bytesize == right.bytesize && left.b == right.b
  end

  module Random
    def self.random_bytes(count)
      ::Random.bytes(count)
    end
  end

  # A cipher. The result comes when `final` is called: `update` keeps what it is given.
  class Cipher
    class CipherError < OpenSSLError; end

    NAME = /\A(?:AES-?(?<bits>128|192|256)|(?<des>DES-EDE3|DES3))-?(?<mode>CBC|ECB|CTR|GCM)?\z/i.freeze

    attr_reader :name, :key_len, :iv_len, :block_size

    def self.ciphers
      %w[128 192 256].flat_map { |bits| %w[cbc ctr ecb gcm].map { |mode| "aes-#{bits}-#{mode}" } } +
        %w[des-ede3 des-ede3-cbc des3]
    end

    def initialize(name)
      match = NAME.match(name.to_s)
      raise RuntimeError, "unsupported cipher algorithm (#{name})" unless match

      @mode = (match[:mode] || (match[:des]&.upcase == 'DES-EDE3' ? 'ECB' : 'CBC')).upcase
      @blocks = match[:bits] ? "AES-#{match[:bits]}" : 'DES-EDE3'
      @name = "#{@blocks}-#{@mode}"
      @cipher_block = match[:bits] ? 16 : 8
      @block_size = %w[CTR GCM].include?(@mode) ? 1 : @cipher_block
      @key_len = match[:bits] ? match[:bits].to_i / 8 : 24
      @iv_len = { 'ECB' => 0, 'GCM' => 12 }.fetch(@mode, @cipher_block)
      @auth_data = ''.b
      @padding = true
      @iv = "\0" * @cipher_block
      @data = ''.b
    end

    def encrypt(*)
      @encrypt = true
      self
    end

    def decrypt(*)
      @encrypt = false
      self
    end

    def key=(key)
      raise ArgumentError, "key must be #{@key_len} bytes" unless key.bytesize == @key_len

      @key = key
    end

    def iv=(text)
      raise ArgumentError, "iv must be #{@iv_len} bytes" unless text.bytesize == @iv_len

      @iv = text
    end

    def padding=(padding)
      @padding = padding != 0
    end

    def random_key
      self.key = ::Random.bytes(@key_len)
    end

    def random_iv
      self.iv = ::Random.bytes(@iv_len)
    end

    def pkcs5_keyivgen(password, salt = nil, iterations = 2048, digest = 'MD5')
      raise ArgumentError, 'salt must be an 8-octet string' if salt && salt.bytesize != 8

      algorithm = Digest.algorithm_of(digest)
      block = ''.b
      made = ''.b
      while made.bytesize < @key_len + @iv_len
        block = ::Digest.compute(algorithm, block + password.b + salt.to_s.b)
        (iterations - 1).times { block = ::Digest.compute(algorithm, block) }
        made << block
      end
      @key = made.byteslice(0, @key_len)
      @iv = made.byteslice(@key_len, @iv_len) if @iv_len.positive?
      nil
    end

    def update(text, buffer = nil)
      raise ArgumentError, 'data must not be empty' if text.empty?

      @data << text.b
      buffer ? buffer.replace('') : ''.b
    end
    alias << update

    def reset
      @data = ''.b
      self
    end

    def final
      raise CipherError, 'no key set' unless @key

      data = @data
      @data = ''.b
      return counted(data) if @mode == 'CTR'
      return authenticated(data) if @mode == 'GCM'

      @encrypt ? encrypted(data) : decrypted(data)
    end

    def authenticated?
      @mode == 'GCM'
    end

    def iv_len=(length)
      @iv_len = length
    end

    def auth_data=(text)
      raise CipherError, "couldn't set additional authenticated data" unless authenticated?

      @auth_data = text.b
    end

    def auth_tag(length = 16)
      raise CipherError, 'authentication tag not supported by this cipher' unless authenticated?
      raise CipherError, 'retrieving the authentication tag failed' unless @encrypt && @tag

      @tag.byteslice(0, length)
    end

    def auth_tag=(tag)
      raise CipherError, 'authentication tag not supported by this cipher' unless authenticated?

      @tag = tag
    end

    # The classes that name a cipher, such as OpenSSL::Cipher::AES256.new(:CBC).
    class AES < Cipher
      def initialize(bits, mode = nil)
        super(mode ? "AES-#{bits}-#{mode}" : "AES-#{bits}")
      end
    end

    [128, 192, 256].each do |bits|
      const_set("AES#{bits}", ::Class.new(self) { define_method(:initialize) { |mode = 'CBC'| super("AES-#{bits}-#{mode}") } })
    end

    private

    def encrypted(data)
      if @padding
        missing = @cipher_block - data.bytesize % @cipher_block
        data += missing.chr * missing
      end
      raise CipherError, 'wrong final block length' unless (data.bytesize % @cipher_block).zero?
      return OpenSSLCode.blocks(@blocks, true, @key, data) if @mode == 'ECB'

      before = @iv
      parts(data).map { |part| before = OpenSSLCode.blocks(@blocks, true, @key, xor(part, before)) }.join.b
    end

    def decrypted(data)
      raise CipherError, 'wrong final block length' unless (data.bytesize % @cipher_block).zero?
      raise CipherError, 'wrong final block length' if @padding && data.empty?

      plain = OpenSSLCode.blocks(@blocks, false, @key, data)
      plain = xor(plain, @iv.b + data.byteslice(0, [data.bytesize - @cipher_block, 0].max)) if @mode == 'CBC'
      @padding ? unpadded(plain) : plain
    end

    def unpadded(plain)
      count = plain.getbyte(-1)
      fits = (1..@cipher_block).cover?(count) && plain.bytes.last(count).all?(count)
      raise CipherError, 'bad decrypt' unless fits

      plain.byteslice(0, plain.bytesize - count)
    end

    # Galois/Counter Mode: encrypts with a counter, and adds up what it encrypts and what goes with it.
    def authenticated(data)
      first = @iv.bytesize == 12 ? number(@iv) << 32 | 1 : added_up(@iv, '')
      result = counted(data, first, 32, 1)
      sum = added_up(@auth_data, @encrypt ? result : data)
      tag = block(sum ^ number(OpenSSLCode.blocks(@blocks, true, @key, block(first))))
      raise CipherError unless @encrypt || (@tag && tag.start_with?(@tag) && !@tag.empty?)

      @tag = tag if @encrypt
      result
    end

    # The sum of two strings and their lengths, in the field of 2^128 elements. An initialization vector alone has its
    # length in the second place.
    def added_up(aside, data)
      key = number(OpenSSLCode.blocks(@blocks, true, @key, block(0)))
      lengths = data.empty? && aside.equal?(@iv) ? [0, aside.bytesize * 8] : [aside.bytesize * 8, data.bytesize * 8]
      blocks = [aside, data].flat_map { |text| parts(text).map { |part| number(part.ljust(16, "\0")) } }
      [*blocks, lengths[0] << 64 | lengths[1]].inject(0) { |sum, part| multiplied(sum ^ part, key) }
    end

    def multiplied(left, right)
      product = 0
      127.downto(0) do |bit|
        product ^= right if left[bit] == 1
        right = right.odd? ? right >> 1 ^ 0xe1 << 120 : right >> 1
      end
      product
    end

    def number(bytes)
      bytes.unpack1('H*').to_i(16)
    end

    def block(number)
      [number.to_s(16).rjust(@cipher_block * 2, '0')].pack('H*')
    end

    # Encrypts with numbers that count up in their last bits.
    def counted(data, first = number(@iv), bits = @cipher_block * 8, skipped = 0)
      fixed = first >> bits << bits
      count = (data.bytesize + @cipher_block - 1) / @cipher_block
      numbers = Array.new(count) { |at| fixed | (first + skipped + at) % (1 << bits) }
      xor(data, OpenSSLCode.blocks(@blocks, true, @key, numbers.map { |number| block(number) }.join.b))
    end

    def xor(left, right)
      right = right.bytes
      left.bytes.each_with_index.map { |byte, at| byte ^ right[at] }.pack('C*')
    end

    def parts(data)
      (0...data.bytesize).step(@cipher_block).map { |at| data.byteslice(at, @cipher_block) }
    end
  end

  # ASN.1 in DER, as far as certificates and keys need it.
  module ASN1
    class ASN1Error < OpenSSLError; end

    NAMES = {
      '2.5.4.3' => 'CN', '2.5.4.4' => 'SN', '2.5.4.5' => 'serialNumber', '2.5.4.6' => 'C', '2.5.4.7' => 'L',
      '2.5.4.8' => 'ST', '2.5.4.9' => 'street', '2.5.4.10' => 'O', '2.5.4.11' => 'OU', '2.5.4.12' => 'title',
      '2.5.4.42' => 'GN', '1.2.840.113549.1.9.1' => 'emailAddress', '0.9.2342.19200300.100.1.25' => 'DC',
      '0.9.2342.19200300.100.1.1' => 'UID', '2.5.29.14' => 'subjectKeyIdentifier', '2.5.29.15' => 'keyUsage',
      '2.5.29.17' => 'subjectAltName', '2.5.29.19' => 'basicConstraints', '2.5.29.35' => 'authorityKeyIdentifier',
      '2.5.29.37' => 'extendedKeyUsage', '1.2.840.113549.1.1.1' => 'rsaEncryption',
      '1.2.840.113549.1.1.5' => 'sha1WithRSAEncryption', '1.2.840.113549.1.1.11' => 'sha256WithRSAEncryption',
      '1.2.840.113549.1.1.12' => 'sha384WithRSAEncryption', '1.2.840.113549.1.1.13' => 'sha512WithRSAEncryption',
      '1.2.840.10045.2.1' => 'id-ecPublicKey', '1.2.840.10045.4.3.2' => 'ecdsa-with-SHA256'
    }.freeze

    # A value: its tag, its contents, and the bytes that it was read from.
    class Data
      attr_reader :tag, :tag_class, :bytes, :der

      def initialize(tag, tag_class, constructed, bytes, der)
        @tag = tag
        @tag_class = tag_class
        @constructed = constructed
        @bytes = bytes
        @der = der
      end

      alias to_der der

      def parts
        @parts ||= ASN1.read_all(@bytes)
      end

      def value
        return parts if @constructed

        case @tag
        when 1 then @bytes.getbyte(0) != 0
        when 2 then integer
        when 5 then nil
        when 6 then oid
        when 3 then @bytes.byteslice(1, @bytes.bytesize)
        when 12, 19, 20, 22 then @bytes.dup.force_encoding('UTF-8')
        when 23, 24 then time
        else @bytes
        end
      end

      private

      def integer
        number = @bytes.unpack1('H*').to_i(16)
        @bytes.getbyte(0).to_i > 127 ? number - (1 << (8 * @bytes.bytesize)) : number
      end

      def oid
        numbers = []
        number = 0
        @bytes.each_byte do |byte|
          number = (number << 7) | (byte & 0x7f)
          next unless byte < 128

          numbers << number
          number = 0
        end
        first = [numbers[0].to_i / 40, 2].min
        text = [first, numbers[0].to_i - first * 40, *numbers.drop(1)].join('.')
        NAMES.fetch(text, text)
      end

      def time
        digits = @bytes.delete('^0-9')
        unless @tag == 24
          digits = (digits[0, 2].to_i < 50 ? '20' : '19') + digits
        end
        Time.utc(digits[0, 4].to_i, digits[4, 2].to_i, digits[6, 2].to_i, digits[8, 2].to_i, digits[10, 2].to_i,
                 digits[12, 2].to_i)
      end
    end

    def self.decode(der)
      read(der.b, 0).first
    end

    def self.read_all(bytes)
      at = 0
      found = []
      while at < bytes.bytesize
        value, at = read(bytes, at)
        found << value
      end
      found
    end

    def self.read(bytes, start)
      first = bytes.getbyte(start)
      length = bytes.getbyte(start + 1)
      raise ASN1Error, 'header too long' if length.nil? || (first & 31) == 31

      at = start + 2
      if length > 127
        count = length & 127
        raise ASN1Error, 'too long' if count > 4 || count.zero?

        length = bytes.byteslice(at, count).unpack1('H*').to_i(16)
        at += count
      end
      raise ASN1Error, 'too long' if at + length > bytes.bytesize

      classes = %i[UNIVERSAL APPLICATION CONTEXT_SPECIFIC PRIVATE]
      data = Data.new(first & 31, classes[first >> 6], first & 32 != 0, bytes.byteslice(at, length),
                      bytes.byteslice(start, at - start + length))
      [data, at + length]
    end
  end

  # The bytes of a text in PEM, or of DER itself.
  def self.der_of(text, label)
    match = /-----BEGIN (?<label>#{label})-----\s*(?<body>[^-]*)-----END \k<label>-----/.match(text)
    match ? Base64.decode64(match[:body]) : text.b
  end

  module X509
    class CertificateError < OpenSSLError; end

    class Name
      COMPAT = 0
      RFC2253 = 17_892_119
      ONELINE = 8_520_479

      def initialize(data)
        @entries = data.value.flat_map do |set|
          set.value.map { |pair| [pair.value[0].value, pair.value[1].value, pair.value[1].tag] }
        end
      end

      def to_a
        @entries
      end

      def to_s(format = nil)
        pairs = @entries.map { |name, value, _| [name, value] }
        case format
        when RFC2253 then pairs.reverse.map { |name, value| "#{name}=#{value.gsub(/[,+"\\<>;]/) { |char| "\\#{char}" }}" }.join(',')
        when ONELINE then pairs.map { |name, value| "#{name} = #{value}" }.join(', ')
        else pairs.map { |name, value| "/#{name}=#{value}" }.join
        end
      end

      def inspect
        "#<OpenSSL::X509::Name #{to_s(RFC2253)}>"
      end

      def ==(other)
        other.is_a?(Name) && to_a == other.to_a
      end
      alias eql? ==

      def <=>(other)
        to_s <=> other.to_s
      end

      def hash
        to_s.hash
      end
    end

    class Extension
      attr_reader :oid, :value_der

      def initialize(oid, value_der, critical)
        @oid = oid
        @value_der = value_der
        @critical = critical
      end

      def critical?
        @critical
      end

      def value
        data = ASN1.decode(@value_der)
        case @oid
        when 'subjectAltName' then data.parts.map { |name| alternative(name) }.join(', ')
        when 'basicConstraints' then constraints(data)
        when 'subjectKeyIdentifier' then data.bytes.unpack1('H*').upcase.scan(/../).join(':')
        else @value_der.unpack1('H*').upcase.scan(/../).join(':')
        end
      end

      def to_a
        [@oid, value, @critical]
      end

      def to_h
        { 'oid' => @oid, 'value' => value, 'critical' => @critical }
      end

      def to_s
        "#{@oid} = #{'critical, ' if @critical}#{value}"
      end

      private

      def alternative(name)
        case name.tag
        when 1 then "email:#{name.bytes.force_encoding('UTF-8')}"
        when 2 then "DNS:#{name.bytes.force_encoding('UTF-8')}"
        when 6 then "URI:#{name.bytes.force_encoding('UTF-8')}"
        when 7 then "IP Address:#{address(name.bytes)}"
        else 'othername: <unsupported>'
        end
      end

      def address(bytes)
        bytes.bytesize == 4 ? bytes.bytes.join('.') : bytes.unpack('n8').map { |part| part.to_s(16).upcase }.join(':')
      end

      def constraints(data)
        authority = data.parts.find { |part| part.tag == 1 }&.value ? 'CA:TRUE' : 'CA:FALSE'
        length = data.parts.find { |part| part.tag == 2 }
        length ? "#{authority}, pathlen:#{length.value}" : authority
      end
    end

    class Certificate
      attr_reader :version, :serial, :issuer, :subject, :not_before, :not_after, :extensions, :signature_algorithm

      def initialize(text)
        @der = OpenSSL.der_of(text, '(?:TRUSTED |X509 )?CERTIFICATE')
        body, algorithm, signature = ASN1.decode(@der).value
        @signed = body.der
        @signature = signature.value
        fields = body.value
        @version = fields.first.tag_class == :CONTEXT_SPECIFIC ? fields.shift.value.first.value : 0
        serial, _, issuer, validity, subject, @key, *rest = fields
        @serial = serial.value
        @issuer = Name.new(issuer)
        @subject = Name.new(subject)
        @not_before, @not_after = validity.value.map(&:value)
        @signature_algorithm = algorithm.value.first.value
        @extensions = read_extensions(rest.find { |field| field.tag == 3 })
      rescue ASN1::ASN1Error, NoMethodError, TypeError
        raise CertificateError, 'PEM_read_bio_X509: no start line'
      end

      def public_key
        PKey::RSA.of_public(@key)
      end

      def to_der
        @der
      end

      def to_pem
        "-----BEGIN CERTIFICATE-----\n#{Base64.strict_encode64(@der).scan(/.{1,64}/).join("\n")}\n-----END CERTIFICATE-----\n"
      end
      alias to_s to_pem

      def check_private_key(key)
        key.n == public_key.n
      end

      # Whether a key has signed the certificate.
      def verify(key)
        digest = @signature_algorithm[/\A(md5|sha\d+)WithRSAEncryption\z/, 1]
        raise CertificateError, "the signature #{@signature_algorithm} is not implemented" unless digest

        key.verify(digest, @signature, @signed)
      end

      def ==(other)
        other.is_a?(Certificate) && to_der == other.to_der
      end

      private

      def read_extensions(field)
        return [] unless field

        field.value.first.value.map do |extension|
          oid, *rest = extension.value
          Extension.new(oid.value, rest.last.bytes, rest.length > 1 && rest.first.value)
        end
      end
    end
  end

  module PKey
    class PKeyError < OpenSSLError; end
    class RSAError < PKeyError; end

    # A key of RSA that is read. It signs and verifies as PKCS #1 1.5 says; it does not encrypt.
    class RSA
      # What stands before a digest in a signature, in hexadecimal digits: which digest it is.
      PREFIXES = {
        'MD5' => '3020300c06082a864886f70d020505000410', 'SHA1' => '3021300906052b0e03021a05000414',
        'SHA224' => '302d300d06096086480165030402040500041c', 'SHA256' => '3031300d060960864801650304020105000420',
        'SHA384' => '3041300d060960864801650304020205000430', 'SHA512' => '3051300d060960864801650304020305000440'
      }.freeze

      attr_reader :n, :e, :d

      def self.of_public(info)
        modulus, exponent = ASN1.decode(info.value[1].value).value.map(&:value)
        allocate.tap { |key| key.send(:take, modulus, exponent, nil) }
      end

      def initialize(text, _password = nil)
        numbers = numbers(ASN1.decode(OpenSSL.der_of(text, '(?:RSA )?(?:PRIVATE|PUBLIC) KEY')))
        raise RSAError, 'Neither PUB key nor PRIV key' unless numbers && numbers.length >= 2

        numbers.length > 2 ? take(numbers[1], numbers[2], numbers[3]) : take(*numbers, nil)
      rescue ASN1::ASN1Error, NoMethodError, TypeError
        raise RSAError, 'Neither PUB key nor PRIV key'
      end

      def private?
        !@d.nil?
      end

      def public?
        true
      end

      def public_key
        n, e = @n, @e
        RSA.allocate.tap { |key| key.send(:take, n, e, nil) }
      end

      def verify(digest, signature, data)
        number = signature.unpack1('H*').to_i(16)
        number < @n && number.pow(@e, @n) == padded(digest, data)
      end

      def sign(digest, data)
        raise PKeyError, 'Private key is needed.' unless private?

        digits = padded(digest, data).pow(@d, @n).to_s(16)
        [digits.rjust(bytes * 2, '0')].pack('H*')
      end

      private

      def bytes
        (@n.bit_length + 7) / 8
      end

      # The number that stands for a digest: ones, a zero, the kind of the digest, the digest.
      def padded(digest, data)
        algorithm = Digest.algorithm_of(digest)
        info = PREFIXES.fetch(algorithm) + Digest.hexdigest(algorithm, data)
        filled = bytes - info.length / 2 - 3
        raise PKeyError, 'digest too big for rsa key' if filled < 8

        "0001#{'ff' * filled}00#{info}".to_i(16)
      end

      def take(modulus, exponent, secret)
        @n = modulus
        @e = exponent
        @d = secret
      end

      # The numbers of a key, also where it lies inside of PKCS #8 or of the structure of public keys.
      def numbers(data)
        parts = data.value
        return parts.map(&:value) if parts.all? { |part| part.tag == 2 && part.tag_class == :UNIVERSAL }

        inner = parts.find { |part| [3, 4].include?(part.tag) }
        numbers(ASN1.decode(inner.value))
      end
    end
  end
end
