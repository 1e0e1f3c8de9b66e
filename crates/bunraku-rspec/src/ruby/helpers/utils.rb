# rspec-puppet-utils: functions that examples define, to say how they are called and what they return.
require 'mocha/api'

module RSpecPuppetUtils
  class MockFunction
    def initialize(name, type: :rvalue, **options)
      raise ArgumentError, "expected the type :rvalue or :statement, got #{type.inspect}" unless %i[rvalue statement].include?(type)

      mock = self
      Puppet::Parser::Functions.newfunction(name.to_sym, type: type, **options) { |args| mock.call(args) }
      yield self if block_given?
    end

    def call(args) = execute(*args)
    def execute(*args) = args
    def stubbed = stubs(:execute)
    def expected(*) = expects(:execute)
    def stub(*) = stubs(:call)
    def expect(*) = expects(:call)
  end
end

include RSpecPuppetUtils
