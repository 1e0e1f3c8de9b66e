# The module RSpec itself, and the words that files may use outside of groups.
module RSpec
  class << self
    def world = (@world ||= Core::World.new)
    def configuration = (@configuration ||= Core::Configuration.new)
    def current_example = world.current_example
    # What runs now: `:example`, a hook, or the suite.
    def current_scope = @current_scope || :suite

    def now_in_scope(scope) = @current_scope = scope

    def in_scope(scope)
      before = @current_scope
      @current_scope = scope
      yield
    ensure
      @current_scope = before
    end

    def configure
      yield(configuration)
    end

    Core::ExampleGroup::GROUP_METHODS.each_key do |name|
      define_method(name) { |*args, &block| Core::ExampleGroup.public_send(name, *args, &block) }
    end

    def shared_examples(name, *args, &block) = world.shared.add(:main, name, args, block)
    alias shared_context shared_examples
    alias shared_examples_for shared_examples

    def deprecate(*); end
    def warn_deprecation(*); end
    def clear_examples; end
    def reset; end
  end

  module Core
    module Version
      STRING = '3.13.0'
    end
  end

  Version = Core::Version

  # What suites ask of the machine and of Ruby: a catalog depends on neither.
  module Support
    module OS
      def self.windows? = false
      def self.windows_file_path? = false
    end

    module Ruby
      def self.mri? = true
      def self.non_mri? = false
      def self.jruby? = false
      def self.rbx? = false
      def self.truffleruby? = false
    end
  end
end

# What files may call without naming RSpec.
class Object
  RSpec::Core::ExampleGroup::GROUP_METHODS.each_key do |name|
    define_method(name) { |*args, &block| RSpec.public_send(name, *args, &block) }
    private name
  end

  def shared_examples(name, *args, &block) = RSpec.shared_examples(name, *args, &block)
  def shared_context(name, *args, &block) = RSpec.shared_examples(name, *args, &block)
  def shared_examples_for(name, *args, &block) = RSpec.shared_examples(name, *args, &block)
  private :shared_examples, :shared_context, :shared_examples_for

  # Outside of classes, modules are included in all objects.
  def include(*modules) = Object.include(*modules)
  private :include

  # What specs print goes to the stream that they may have replaced.
  def puts(*values) = $stdout.puts(*values)
  def print(*values) = $stdout.print(*values)
  private :puts, :print
end
