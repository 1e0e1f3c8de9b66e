# Forwardable: methods that forward to another object.
module Forwardable
  def instance_delegate(hash)
    hash.each do |methods, accessor|
      Array(methods).each { |method| def_instance_delegator(accessor, method) }
    end
  end
  alias delegate instance_delegate

  def def_instance_delegators(accessor, *methods)
    methods.each { |method| def_instance_delegator(accessor, method) unless %w[__send__ __id__].include?(method.to_s) }
  end
  alias def_delegators def_instance_delegators

  def def_instance_delegator(accessor, method, name = method)
    accessor = accessor.to_s
    define = is_a?(Module) ? :define_method : :define_singleton_method
    send(define, name) do |*args, **keywords, &block|
      target =
        if accessor.start_with?('@@') then self.class.class_variable_get(accessor)
        elsif accessor.start_with?('@') then instance_variable_get(accessor)
        else accessor.delete_prefix('self.').split('.').inject(self) { |object, step| object.send(step) }
        end
      target.__send__(method, *args, **keywords, &block)
    end
    name.to_sym
  end
  alias def_delegator def_instance_delegator
end

module SingleForwardable
  include Forwardable

  def def_single_delegator(accessor, method, name = method)
    object = self
    define_singleton_method(name) do |*args, &block|
      target = accessor.is_a?(Module) ? accessor : object.send(accessor)
      target.__send__(method, *args, &block)
    end
  end

  def def_single_delegators(accessor, *methods)
    methods.each { |method| def_single_delegator(accessor, method) }
  end
end
