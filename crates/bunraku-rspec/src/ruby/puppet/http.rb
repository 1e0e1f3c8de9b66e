# Net::HTTP without a network: requests get what an example has said, or are refused.
module Net
  class OpenTimeout < Timeout::Error; end
  class ReadTimeout < Timeout::Error; end
  class HTTPError < StandardError; end

  # A response, of the class that its status has.
  class HTTPResponse
    attr_reader :code, :message, :body

    def initialize(_version = '1.1', code = '200', message = '', body = nil, headers = {})
      @code = code.to_s
      @message = message
      @body = body
      @headers = headers.to_h { |name, value| [name.to_s.downcase, value] }
    end

    alias msg message
    alias read_body body
    def [](name) = Array(@headers[name.to_s.downcase]).join(', ')
    def key?(name) = @headers.key?(name.to_s.downcase)
    def content_type = self['content-type'][/\A[^;]*/]
    def to_hash = @headers.transform_values { |value| Array(value) }
    alias each_header to_hash
    def value = is_a?(HTTPSuccess) ? nil : raise(HTTPError, "#{code} #{message.inspect}")

    def self.of(status, body, headers)
      code, message = status.is_a?(Array) ? status : [status, '']
      name = NAMES[code.to_i] || KINDS[code.to_i / 100]
      Net.const_get(name).new('1.1', code, message, body, headers || {})
    end
  end

  class HTTPSuccess < HTTPResponse; end
  class HTTPRedirection < HTTPResponse; end
  class HTTPClientError < HTTPResponse; end
  class HTTPServerError < HTTPResponse; end
  class HTTPInformation < HTTPResponse; end

  KINDS = { 1 => :HTTPInformation, 2 => :HTTPSuccess, 3 => :HTTPRedirection, 4 => :HTTPClientError, 5 => :HTTPServerError }.freeze
  NAMES = { 200 => :HTTPOK, 201 => :HTTPCreated, 202 => :HTTPAccepted, 204 => :HTTPNoContent, 301 => :HTTPMovedPermanently,
            302 => :HTTPFound, 303 => :HTTPSeeOther, 304 => :HTTPNotModified, 307 => :HTTPTemporaryRedirect,
            400 => :HTTPBadRequest, 401 => :HTTPUnauthorized, 403 => :HTTPForbidden, 404 => :HTTPNotFound,
            405 => :HTTPMethodNotAllowed, 409 => :HTTPConflict, 422 => :HTTPUnprocessableEntity, 429 => :HTTPTooManyRequests,
            500 => :HTTPInternalServerError, 502 => :HTTPBadGateway, 503 => :HTTPServiceUnavailable,
            504 => :HTTPGatewayTimeout }.freeze
  NAMES.each { |code, name| const_set(name, Class.new(const_get(KINDS[code / 100]))) }

  # The class of another status.
  def self.const_missing(name)
    raise NameError, "uninitialized constant Net::#{name}" unless name.to_s.start_with?('HTTP')

    const_set(name, Class.new(HTTPResponse))
  end

  class HTTP
    # A request that is made of its path and its headers.
    class Request
      attr_accessor :body, :uri
      attr_reader :path, :headers

      def initialize(path, headers = nil)
        @uri = path if path.is_a?(URI::Generic)
        @path = @uri ? @uri.request_uri : path.to_s
        @headers = (headers || {}).to_h { |name, value| [name.to_s.downcase, value] }
      end

      def method = self.class.name.split('::').last.upcase
      def [](name) = @headers[name.to_s.downcase]
      def []=(name, value)
        @headers[name.to_s.downcase] = value
      end
      alias add_field []=
      def content_type=(value)
        self['content-type'] = value
      end
      def basic_auth(user, password)
        self['authorization'] = "Basic #{["#{user}:#{password}"].pack('m0')}"
      end
      def set_form_data(values) = @body = URI.encode_www_form(values)
      alias form_data= set_form_data
    end

    %i[Get Head Post Put Patch Delete Options].each { |name| const_set(name, Class.new(Request)) }

    attr_accessor :use_ssl, :verify_mode, :open_timeout, :read_timeout, :write_timeout, :ssl_timeout, :ca_file, :ca_path, :cert, :key,
                  :cert_store, :max_retries, :keep_alive_timeout, :ssl_version, :min_version, :ciphers
    attr_reader :address, :port

    # What answers requests; `nil` where nobody does.
    class << self
      attr_accessor :network

      def start(address, port = nil, *_, **options, &block)
        http = new(address, port)
        http.use_ssl = options[:use_ssl]
        http.start(&block)
      end

      def get(uri, *rest) = get_response(uri, *rest).body
      def get_response(uri, path = nil, *) = answer(Get.new(path || uri), uri.is_a?(URI::Generic) ? uri.to_s : "http://#{uri}#{path}")
      def post(uri, body, headers = nil) = answer(Post.new(uri, headers).tap { |request| request.body = body }, uri.to_s)

      def post_form(uri, values)
        answer(Post.new(uri).tap { |request| request.set_form_data(values) }, uri.to_s)
      end

      def answer(request, url)
        network ? network.call(request, url) : PuppetHost.refuse('Net::HTTP')
      end

      def version_1_2 = true
    end

    def initialize(address, port = nil, *)
      @address = address
      @port = port
    end

    def use_ssl? = !!@use_ssl
    def started? = !!@started
    def set_debug_output(*) = nil

    def start
      @started = true
      block_given? ? yield(self) : self
    ensure
      @started = false if block_given?
    end

    def finish = @started = false

    def request(request, body = nil)
      request.body = body if body
      scheme, usual = use_ssl? || port == 443 ? ['https', 443] : ['http', 80]
      place = port.nil? || port == usual ? address : "#{address}:#{port}"
      path = request.path.sub(%r{\Ahttps?://[^/]*}, '')
      response = HTTP.answer(request, "#{scheme}://#{place}#{path}")
      block_given? ? response.tap { yield response } : response
    end

    def get(path, headers = nil) = request(Get.new(path, headers))
    def head(path, headers = nil) = request(Head.new(path, headers))
    def delete(path, headers = nil) = request(Delete.new(path, headers))
    def post(path, body, headers = nil) = request(Post.new(path, headers), body)
    def put(path, body, headers = nil) = request(Put.new(path, headers), body)
    def patch(path, body, headers = nil) = request(Patch.new(path, headers), body)
    alias request_get get
    alias request_post post
  end

  HTTPRequest = HTTP::Request
end

module OpenURI
  class HTTPError < StandardError
    attr_reader :io

    def initialize(message, io = nil)
      super(message)
      @io = io
    end
  end

  # What a page contains, to be read.
  def self.open_uri(uri, *, **)
    response = Net::HTTP.answer(Net::HTTP::Get.new(uri.to_s), uri.to_s)
    io = StringIO.new(response.body.to_s)
    raise HTTPError.new("#{response.code} #{response.message}", io) unless response.is_a?(Net::HTTPSuccess)

    block_given? ? yield(io) : io
  end
end

module URI
  def self.open(uri, *rest, **options, &block) = OpenURI.open_uri(URI.parse(uri.to_s), *rest, **options, &block)

  class HTTP
    def open(*rest, **options, &block) = OpenURI.open_uri(self, *rest, **options, &block)
    def read(*) = open.read
  end
end
