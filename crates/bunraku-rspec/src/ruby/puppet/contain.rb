# `contain_TYPE(title)` with all that can be said about the resource.
module RSpec
  module Puppet
    class Contain
      include RSpec::Matchers::Composable

      RELATIONS = { notifies: 'that notifies', subscribes: 'that is subscribed to', requires: 'that requires',
                    befores: 'that comes before' }.freeze

      def initialize(name, title)
        @type = name.to_s.sub(/\A(create|contain)_/, '').split('__').map(&:capitalize).join('::')
        @title = title
        @errors = []
        @wrong = []
        @expected = []
        @unexpected = []
        @relations = RELATIONS.transform_values { [] }
        @count = nil
      end

      def with(params = {}, **more)
        @expected |= params.to_a + more.to_a
        self
      end

      def only_with(params = {}, **more)
        params = params.to_h.merge(more)
        @count = (@count || 0) + params.compact.size
        with(params)
      end

      def without(params)
        @unexpected |= Array(params)
        self
      end

      def that_notifies(resource) = related(:notifies, resource)
      def that_subscribes_to(resource) = related(:subscribes, resource)
      def that_requires(resource) = related(:requires, resource)
      def that_comes_before(resource) = related(:befores, resource)

      def method_missing(name, *args, &block)
        case name.to_s
        when /\Awith_(.+)/
          @expected << [$1, args[0]]
          self
        when /\Aonly_with_(.+)/
          @count = (@count || 0) + 1
          @expected << [$1, args[0]]
          self
        when /\Awithout_(.+)/
          @unexpected << [$1, args[0]]
          self
        else super
        end
      end

      def respond_to_missing?(name, all = false) = name.to_s.match?(/\A(with|only_with|without)_/) || super

      def matches?(catalogue)
        @catalogue = catalogue.respond_to?(:call) ? catalogue.call : catalogue
        @resource = @catalogue.resource(@type, @title)
        return false unless @resource

        check_parameters
        check_relations
        @errors.empty?
      end

      def description
        values = []
        values << "exactly #{@count} parameters" if @count
        values.concat(listed(@expected, true)) unless @expected.empty?
        values.concat(listed(@unexpected, false)) unless @unexpected.empty?
        prefix = 'with'
        { notifies: 'that notifies', subscribes: 'that subscribes to', requires: 'that requires',
          befores: 'that comes before' }.each do |kind, words|
          next if @relations[kind].empty?

          prefix = words
          values = @relations[kind]
        end
        text = values.length < 2 ? values.first : "#{values[0..-2].join(', ')} and #{values[-1]}"
        "contain #{@type}[#{@title}]#{values.empty? ? '' : " #{prefix} #{text}"}"
      end

      def failure_message
        message = "expected that the catalogue would contain #{@type}[#{@title}]#{said}"
        return "#{message}#{near}" unless @resource

        [message, @catalogue.declared(@type, @title, @wrong)].compact.join("\n")
      end

      def failure_message_when_negated = "expected that the catalogue would not contain #{@type}[#{@title}]#{said}"
      def diffable? = true
      def supports_block_expectations? = true
      def expected = mismatches.map { |error| text_of(error.expected) }.join("\n\n")
      def actual = mismatches.map { |error| text_of(error.actual) }.join("\n\n")

      private

      def mismatches = @errors.grep(Mismatch)
      def text_of(value) = value.is_a?(String) ? value : value.inspect

      def related(kind, resource)
        @relations[kind].concat(Array(resource))
        self
      end

      def said = @errors.empty? ? '' : " with #{@errors.join(', and parameter ')}"

      def near
        names = @catalogue.near(@type, @title.to_s)
        names.empty? ? '' : "\nThere is #{names.join(', ')}"
      end

      def check_parameters
        parameters = @resource.expected_parameters
        namevar = @resource.namevar
        parameters.delete(namevar) if @expected.none? { |name, _| name.to_s == namevar.to_s }
        if @count && parameters.size != @count
          @errors << "exactly #{@count} parameters but the catalogue contains #{parameters.size}"
        end
        check(parameters, @expected, true)
        check(parameters, @unexpected, false)
      end

      def check(parameters, list, wanted)
        list.each do |name, value|
          name = name.to_sym
          if value.nil?
            next if parameters[name].nil?

            @errors << "#{name} undefined but it is set to #{parameters[name].inspect}"
          else
            matcher = ParameterMatcher.new(name, value, wanted)
            next if matcher.matches?(parameters)

            @errors.concat(matcher.errors)
          end
          @wrong << name.to_s
        end
      end

      def check_relations
        own = @resource.ref
        @relations.each do |kind, references|
          references.each do |reference|
            reference = reference.to_s
            holds = case kind
                    when :befores then @catalogue.precedes?(own, reference)
                    when :requires then @catalogue.precedes?(reference, own)
                    when :notifies then @catalogue.notifies?(own, reference)
                    else @catalogue.notifies?(reference, own)
                    end
            @errors << "#{RELATIONS[kind]} #{reference}" unless holds
          end
        end
      end

      def listed(list, wanted)
        list.map do |name, value|
          if value.nil?
            "#{name} #{wanted ? '' : 'un'}defined"
          elsif name.to_s == 'content' && value.is_a?(String)
            "#{name} #{wanted ? '' : 'not '} supplied string"
          else
            "#{name} #{wanted ? '=' : '!'}#{value.is_a?(Regexp) ? '~' : '>'} #{value.inspect}"
          end
        end
      end
    end
  end
end
