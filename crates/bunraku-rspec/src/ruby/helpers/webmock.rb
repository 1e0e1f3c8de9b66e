# WebMock: the responses that examples give to requests. There is no network behind them.
module WebMock
  class NetConnectNotAllowedError < Exception; end

  # A request that an example expects, and its responses, one after another.
  class RequestStub
    def initialize(method, url)
      @method = method.to_s.upcase
      @url = url.is_a?(Regexp) ? url : RequestStub.whole(url.to_s)
      @responses = []
    end

    def with(headers: nil, body: nil, query: nil, basic_auth: nil, &block)
      @headers = headers
      @body = body
      @query = query
      @headers = (@headers || {}).merge('Authorization' => "Basic #{[basic_auth.join(':')].pack('m0')}") if basic_auth
      @block = block
      self
    end

    def to_return(*responses, &block)
      @responses.concat(responses, [block].compact)
      self
    end
    alias and_return to_return

    def to_return_json(body: {}, status: 200, **) = to_return(status: status, body: body.to_json, headers: { content_type: 'application/json' })
    def to_raise(error = StandardError) = to_return(->(*) { error.is_a?(String) ? raise(StandardError, error) : raise(error) })
    alias and_raise to_raise
    def to_timeout = to_return(->(*) { raise Net::OpenTimeout, 'execution expired' })
    alias and_timeout to_timeout
    def then = self

    def times(count)
      @responses.concat([@responses.last] * (count - 1))
      self
    end

    def fits?(request, url)
      method_fits?(request) && url_fits?(url) && headers_fit?(request) && body_fits?(request) && (@block.nil? || @block.call(request))
    end

    def answer(request)
      response = @responses.length > 1 ? @responses.shift : @responses.first
      response = response.call(request) if response.respond_to?(:call)
      response ||= {}
      Net::HTTPResponse.of(response[:status] || 200, body_of(response[:body]), (response[:headers] || {}).transform_keys { |name| name.to_s.tr('_', '-') })
    end

    # An address has a path, and no usual port.
    def self.whole(url)
      url = "http://#{url}" unless url.include?('://')
      url = url.sub(%r{\A(http://[^/?]+):80(?=[/?]|\z)}, '\1').sub(%r{\A(https://[^/?]+):443(?=[/?]|\z)}, '\1')
      url.match?(%r{\A\w+://[^/?]+\z}) ? "#{url}/" : url.sub(%r{\A(\w+://[^/?]+)\?}, '\1/?')
    end

    private

    def method_fits?(request) = @method == 'ANY' || @method == request.method

    def url_fits?(url)
      url = RequestStub.whole(url)
      return @url.match?(url) if @url.is_a?(Regexp)
      return url == @url unless @query

      path, given = url.split('?', 2)
      values = URI.decode_www_form(given.to_s).to_h
      path == @url && RSpec::Matchers.values_match?(@query.is_a?(Hash) ? @query.to_h { |name, value| [name.to_s, value.to_s] } : @query, values)
    end

    def headers_fit?(request)
      (@headers || {}).all? { |name, value| RSpec::Matchers.values_match?(value, request[name.to_s.tr('_', '-')]) }
    end

    def body_fits?(request)
      return true if @body.nil?

      expected = @body.is_a?(Hash) && request.body.to_s.start_with?('{') ? JSON.parse(request.body) : request.body
      RSpec::Matchers.values_match?(@body.is_a?(Hash) ? JSON.parse(@body.to_json) : @body, expected)
    end

    def body_of(body) = body.respond_to?(:read) ? body.read : body
  end

  class << self
    def disable_net_connect!(*) = nil
    def allow_net_connect!(*) = nil
    def enable!(*) = nil
    def disable!(*) = nil

    def reset!
      @stubs = []
    end

    # Code of modules runs where it sees what the example has said.
    def stub_request(method, url)
      RSpec::Mocks.seeded
      RequestStub.new(method, url).tap { |stub| stubs.unshift(stub) }
    end

    def answer(request, url)
      stub = stubs.find { |each| each.fits?(request, url) }
      raise NetConnectNotAllowedError, "no response is given for #{request.method} #{url}" unless stub

      stub.answer(request)
    end

    private

    def stubs = (@stubs ||= [])
  end

  module API
    def stub_request(method, url) = WebMock.stub_request(method, url)
    alias stub_http_request stub_request
  end
end

Net::HTTP.network = WebMock.method(:answer)
RSpec.configuration.include(WebMock::API)
RSpec.configuration.after { WebMock.reset! }
