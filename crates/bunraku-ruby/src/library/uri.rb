# URI: parses and builds URIs.
module URI
  class Error < StandardError; end
  class InvalidURIError < Error; end
  class InvalidComponentError < Error; end
  class BadURIError < Error; end

  # The parts of a URI, according to RFC 3986.
  PARTS = %r{
    \A
    (?:(?<scheme>[A-Za-z][A-Za-z0-9+.-]*):)?
    (?:
      //
      (?:(?<userinfo>[^@/?\#\[\]]*)@)?
      (?<host>\[[0-9A-Fa-f:.]+\]|[^:/?\#\[\]@]*)
      (?::(?<port>\d*))?
      (?=[/?\#]|\z)
    )?
    (?<path>[^?\#]*)
    (?:\?(?<query>[^\#]*))?
    (?:\#(?<fragment>.*))?
    \z
  }x.freeze

  # The characters that are allowed in a URI.
  ALLOWED = %r{\A(?:[A-Za-z0-9._~:/?\#\[\]@!$&'()*+,;=-]|%\h\h)*\z}.freeze

  # The syntax of parts that are set individually, according to RFC 2396.
  module Part
    CHAR = %q{(?:[\-_.!~*'()a-zA-Z\d:@&=+$,]|%\h\h)}.freeze
    LABEL = '[a-zA-Z\d](?:[-a-zA-Z\d]*[a-zA-Z\d])?'.freeze
    NAME = "(?:#{LABEL}\\.)*[a-zA-Z](?:[-a-zA-Z\\d]*[a-zA-Z\\d])?\\.?".freeze

    SCHEME = /\A[A-Za-z][A-Za-z0-9+.-]*\z/.freeze
    USERINFO = /\A(?:[\-_.!~*'();:&=+$,a-zA-Z\d]|%\h\h)*\z/.freeze
    HOST = /\A(?:#{NAME}|\d{1,3}(?:\.\d{1,3}){3}|\[[\h:.]+\])\z/.freeze
    PORT = /\A\d*\z/.freeze
    ABSOLUTE_PATH = %r{\A(?:/(?:#{CHAR}|;)*)+\z}.freeze
    RELATIVE_PATH = %r{\A(?:[\-_.!~*'()a-zA-Z\d;@&=+$,]|%\h\h)+(?:/(?:#{CHAR}|;)*)*\z}.freeze

    def self.check(kind, pattern, text, shown = text)
      return if pattern.match?(text)

      raise InvalidComponentError, "bad component(expected #{kind} component): #{shown}"
    end
  end

  class Generic
    include Comparable

    DEFAULT_PORT = nil

    attr_reader :scheme, :user, :password, :host, :port, :path, :query, :fragment, :opaque

    def self.default_port
      self::DEFAULT_PORT
    end

    def self.build(parts)
      if parts.is_a?(Array)
        parts = %i[scheme userinfo host port path query fragment].zip(parts).to_h
      end
      scheme = self == Generic ? parts[:scheme] : name.split('::').last.downcase
      uri = new(parts.slice(:opaque))
      uri.scheme = scheme if scheme
      uri.userinfo = parts[:userinfo] if parts[:userinfo]
      uri.hostname = parts[:host] if parts[:host]
      uri.port = parts[:port] if parts[:port]
      uri.path = parts[:path] || ''
      uri.query = parts[:query] if parts[:query]
      uri.fragment = parts[:fragment] if parts[:fragment]
      uri
    end

    def initialize(parts)
      @scheme = parts[:scheme]
      @user, @password = parts[:userinfo].split(':', 2) if parts[:userinfo]
      @host = parts[:host]
      @port = parts[:port] || default_port
      @path = parts[:path] || ''
      @query = parts[:query]
      @fragment = parts[:fragment]
      @opaque = parts[:opaque]
    end

    def default_port
      self.class.default_port
    end

    def userinfo
      return nil unless @user

      @password ? "#{@user}:#{@password}" : @user
    end

    def scheme=(text)
      Part.check('scheme', Part::SCHEME, text) if text
      @scheme = text&.downcase
    end

    def userinfo=(text)
      return if text.nil?

      user, password = text.split(':', 2)
      self.user = user
      self.password = password
    end

    def user=(text)
      raise InvalidURIError, 'can not set user with opaque' if @opaque

      Part.check('userinfo component or user', Part::USERINFO, text) if text
      @user = text
    end

    def password=(text)
      raise InvalidURIError, 'can not set password with opaque' if @opaque
      raise InvalidURIError, 'password component depends user component' if text && !@user
      raise InvalidComponentError, 'bad password component' if text && !Part::USERINFO.match?(text)

      @password = text
    end

    def host=(text)
      Part.check('host', Part::HOST, text) if text
      @host = text
    end

    def port=(port)
      Part.check('port', Part::PORT, port, port.inspect) if port.is_a?(String)
      port = port.empty? ? nil : port.to_i if port.is_a?(String)
      @port = port
    end

    def path=(text)
      if @scheme
        Part.check('absolute path', Part::ABSOLUTE_PATH, text) unless text.nil? || text.empty?
      elsif text && !text.empty? && !Part::ABSOLUTE_PATH.match?(text)
        Part.check('relative path', Part::RELATIVE_PATH, text)
      end
      @path = text
    end

    def opaque=(text)
      @opaque = text
    end

    def query=(text)
      @query = text && URI.escape_all_but(/%\h\h|[!$-&(-;=?-_a-~]/, text)
    end

    def fragment=(text)
      @fragment = text && URI.escape_all_but(/%\h\h|[!-~]/, text)
    end

    # Sets parts that have already been validated.
    def take(parts)
      parts.each { |name, value| instance_variable_set("@#{name}", value) }
      self
    end
    protected :take

    # The host without the brackets of an IPv6 address.
    def hostname
      @host =~ /\A\[(.*)\]\z/ ? Regexp.last_match(1) : @host
    end

    def hostname=(name)
      self.host = name.include?(':') && !name.start_with?('[') ? "[#{name}]" : name
    end

    def absolute?
      !@scheme.nil?
    end
    alias absolute absolute?

    def relative?
      !absolute?
    end

    def hierarchical?
      @opaque.nil?
    end

    def request_uri
      path = @path.empty? ? '/' : @path
      @query ? "#{path}?#{@query}" : path
    end

    def to_s
      text = +''
      text << "#{@scheme}:" if @scheme
      if @opaque
        text << @opaque
      else
        text << '//' if @host || %w[file postgres].include?(@scheme)
        text << "#{userinfo}@" if userinfo
        text << @host.to_s
        text << ":#{@port}" if @port && @port != default_port
        text << '/' if @host && !@path.empty? && !@path.start_with?('/')
        text << @path
        text << "?#{@query}" if @query
      end
      text << "##{@fragment}" if @fragment
      text
    end
    alias to_str to_s

    def inspect
      "#<#{self.class} #{self}>"
    end

    def ==(other)
      other.is_a?(Generic) && normalize.to_s == other.normalize.to_s
    end

    def eql?(other)
      other.is_a?(Generic) && to_s == other.to_s
    end

    def <=>(other)
      to_s <=> other.to_s
    end

    def hash
      to_s.hash
    end

    def normalize
      dup.take(scheme: @scheme&.downcase, host: @host&.downcase, path: @host && @path.empty? ? '/' : @path)
    end

    # Resolves a reference relative to this URI.
    def merge(reference)
      reference = URI.parse(reference.to_s)
      return reference if reference.absolute?

      copy = dup.take(fragment: reference.fragment)
      if reference.host
        copy.take(host: reference.host, port: reference.port || default_port, path: reference.path,
                  query: reference.query)
      elsif reference.path.empty?
        copy.take(query: reference.query || @query)
      else
        base = reference.path.start_with?('/') ? '' : @path.sub(%r{[^/]*\z}, '')
        base = '/' if base.empty? && !reference.path.start_with?('/')
        copy.take(path: URI.without_dots(base + reference.path), query: reference.query)
      end
    end
    alias + merge

    # The reference that leads from this URI to another one.
    def route_to(other)
      other = URI.parse(other.to_s)
      raise BadURIError, "relative URI: #{self}" if relative?
      raise BadURIError, "relative URI: #{other}" if other.relative?

      reference = other.dup
      return reference if scheme != other.scheme

      reference = reference.take(scheme: nil)
      return reference if [host, port, userinfo] != [other.host, other.port, other.userinfo]

      reference.take(host: nil, port: nil, userinfo: nil, path: path_to(other))
    end
    alias - route_to

    def route_from(other)
      URI.parse(other.to_s).route_to(self)
    end

    private

    # The path from the folder of this URI to that of another one.
    def path_to(other)
      return '' if path == other.path

      here, there = [path, other.path].map { |whole| whole.split('/', -1) }
      here.pop
      while here.size.positive? && there.size > 1 && here.first == there.first
        here.shift
        there.shift
      end
      relative = ('../' * here.size) + there.join('/')
      relative.empty? ? './' : relative
    end
  end

  class FTP < Generic
    DEFAULT_PORT = 21
  end

  class HTTP < Generic
    DEFAULT_PORT = 80
  end

  class HTTPS < HTTP
    DEFAULT_PORT = 443
  end

  class LDAP < Generic
    DEFAULT_PORT = 389
  end

  class LDAPS < LDAP
    DEFAULT_PORT = 636
  end

  class File < Generic; end

  class MailTo < Generic
    def to
      @opaque
    end
  end

  # The older parser, which code still uses for escaping.
  module RFC2396_Parser
    UNSAFE = %r{[^\-_.!~*'()a-zA-Z\d;/?:@&=+$,\[\]]}.freeze

    def self.escape(text, unsafe = UNSAFE)
      unsafe = Regexp.new("[#{Regexp.quote(unsafe)}]") if unsafe.is_a?(String)
      text.gsub(unsafe) { |char| char.bytes.map { |byte| '%%%02X' % byte }.join }
    end

    def self.unescape(text)
      URI.unescape_bytes(text)
    end

    def self.parse(text)
      URI.parse(text)
    end

    def self.make_regexp(schemes = nil)
      URI.regexp(schemes)
    end
  end
  DEFAULT_PARSER = RFC2396_Parser

  CLASSES = {
    'ftp' => FTP, 'http' => HTTP, 'https' => HTTPS, 'ldap' => LDAP, 'ldaps' => LDAPS, 'file' => File, 'mailto' => MailTo
  }.freeze

  class << self
    def parse(text)
      given = text
      text = given.is_a?(Generic) ? given.to_s : String.try_convert(given)
      match = PARTS.match(text) if text&.match?(ALLOWED)
      match = nil if match && !hierarchical?(match)
      raise InvalidURIError, "bad URI(is not URI?): #{given.inspect}" unless match

      scheme = match[:scheme]&.downcase
      kind = CLASSES.fetch(scheme, Generic)
      return opaque(kind, scheme, match) if scheme && match[:host].nil? && !match[:path].start_with?('/')

      host = match[:host]
      host = nil if host == '' && scheme != 'file'
      port = match[:port].to_s.empty? ? nil : match[:port].to_i
      kind.new(scheme: scheme, userinfo: match[:userinfo], host: host, port: port, path: match[:path],
               query: match[:query], fragment: match[:fragment])
    end

    def split(text)
      uri = parse(text)
      [uri.scheme, uri.userinfo, uri.host, uri.port == uri.default_port ? nil : uri.port&.to_s, nil, uri.path,
       uri.opaque, uri.query, uri.fragment]
    end

    def join(first, *rest)
      rest.inject(parse(first)) { |uri, text| uri.merge(text) }
    end

    def encode_www_form_component(text, _encoding = nil)
      text.to_s.gsub(/[^*\-.0-9A-Z_a-z ]/) { |char| char.bytes.map { |byte| '%%%02X' % byte }.join }.tr(' ', '+')
    end

    def decode_www_form_component(text, _encoding = nil)
      raise ArgumentError, "invalid %-encoding (#{text})" if text.match?(/%(?!\h\h)/)

      unescape_bytes(text.tr('+', ' '))
    end

    def encode_uri_component(text, _encoding = nil)
      encode_www_form_component(text).gsub('+', '%20')
    end

    def encode_www_form(pairs)
      pairs.map do |name, value|
        name = encode_www_form_component(name)
        if value.nil?
          name
        elsif value.respond_to?(:to_ary)
          value.to_ary.map { |each| each.nil? ? name : "#{name}=#{encode_www_form_component(each)}" }.join('&')
        else
          "#{name}=#{encode_www_form_component(value)}"
        end
      end.join('&')
    end

    def decode_www_form(text)
      text.split('&').map do |pair|
        name, value = pair.split('=', 2)
        [decode_www_form_component(name.to_s), decode_www_form_component(value.to_s)]
      end
    end

    def regexp(schemes = nil)
      names = schemes ? Array(schemes).map { |name| Regexp.escape(name) }.join('|') : '[A-Za-z][A-Za-z0-9+.-]*'
      %r{(?:#{names}):(?://)?[A-Za-z0-9._~:/?\#\[\]@!$&'()*+,;=%-]+}
    end

    def extract(text, schemes = nil)
      text.scan(regexp(schemes))
    end

    def unescape_bytes(text)
      text.gsub(/(?:%\h\h)+/) { |codes| [codes.delete('%')].pack('H*').force_encoding('UTF-8') }
    end

    def escape_all_but(allowed, text)
      text.delete("\t\r\n").gsub(/(?!#{allowed})./) { |char| char.bytes.map { |byte| '%%%02X' % byte }.join }
    end

    # Removes `.` and `..` from a path.
    def without_dots(path)
      parts = []
      last = nil
      path.split('/', -1).drop(1).each do |part|
        last = part
        if part == '..'
          parts.pop
        elsif part != '.'
          parts << part
        end
      end
      parts << '' if %w[. ..].include?(last)
      "/#{parts.join('/')}"
    end

    private

    # Brackets are allowed only in the host and the query. Two slashes would start a host. A colon in the first segment
    # of a relative path would end a scheme.
    def hierarchical?(match)
      return false if "#{match[:path]}#{match[:fragment]}".match?(/[\[\]]/)
      return true if match[:host]
      return false if match[:path].start_with?('//')

      match[:scheme] || !match[:path].match?(%r{\A[^/]*:})
    end

    def opaque(kind, scheme, match)
      text = match[:path]
      text += "?#{match[:query]}" if match[:query]
      kind.new(scheme: scheme, opaque: text, path: nil, fragment: match[:fragment])
    end
  end
end

module Kernel
  def URI(text)
    text.is_a?(URI::Generic) ? text : URI.parse(text)
  end
end
