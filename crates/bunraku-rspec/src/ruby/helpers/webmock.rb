# WebMock keeps suites from the network, which nothing can reach here.
module WebMock
  class << self
    def disable_net_connect!(*) = nil
    def allow_net_connect!(*) = nil
    def enable!(*) = nil
    def disable!(*) = nil
    def reset! = nil
    def stub_request(*) = PuppetHost.refuse('WebMock.stub_request')
  end

  module API
    def stub_request(*) = WebMock.stub_request
  end
end

RSpec.configuration.include(WebMock::API)
