# Marshal, for deep copies only: `Marshal.load(Marshal.dump(object))`. The dump itself has no content for other uses.
module Marshal
  class << self
    def dump(object, _limit = nil)
      text = String.new("\x04\b")
      text.instance_variable_set(:@object, copy(object, {}.compare_by_identity))
      text
    end

    def load(text, _proc = nil)
      unless text.is_a?(String) && text.instance_variable_defined?(:@object)
        raise TypeError, 'bunraku reads only what Marshal.dump has made in the same program'
      end

      copy(text.instance_variable_get(:@object), {}.compare_by_identity)
    end

    private

    def copy(object, copies)
      return copies[object] if copies.key?(object)

      case object
      when nil, true, false, Numeric, Symbol, Module then object
      when Proc, Method, UnboundMethod, Enumerator, MatchData
        raise TypeError, "no _dump_data is defined for class #{object.class}"
      when Array
        made = copies[object] = object.dup.clear
        object.each { |item| made << copy(item, copies) }
        made
      when Hash
        raise TypeError, "can't dump hash with default proc" if object.default_proc

        made = copies[object] = object.dup.clear
        object.each { |key, value| made[copy(key, copies)] = copy(value, copies) }
        made
      else copy_object(object, copies)
      end
    end

    def copy_object(object, copies)
      raise TypeError, "singleton can't be dumped" unless object.singleton_methods.empty?

      made = copies[object] = object.dup
      object.instance_variables.each do |name|
        made.instance_variable_set(name, copy(object.instance_variable_get(name), copies))
      end
      object.each_pair { |name, value| made[name] = copy(value, copies) } if object.is_a?(Struct)
      made
    end
  end
end
