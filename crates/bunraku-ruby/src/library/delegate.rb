# Delegator and SimpleDelegator: objects that forward methods to another object.
class Delegator
  def initialize(object)
    __setobj__(object)
  end

  def method_missing(name, *args, **keywords, &block)
    target = __getobj__
    return target.__send__(name, *args, **keywords, &block) if target.respond_to?(name)

    super
  end

  def respond_to_missing?(name, include_private = false)
    __getobj__.respond_to?(name, include_private)
  end

  %i[to_s inspect hash =~ === <=> to_json to_yaml].each do |name|
    define_method(name) { |*args| __getobj__.__send__(name, *args) }
  end

  def methods(all = true)
    __getobj__.methods(all) | super
  end

  def ==(other)
    other.equal?(self) || __getobj__ == other
  end

  def !=(other)
    !(self == other)
  end

  def eql?(other)
    other.equal?(self) || __getobj__.eql?(other)
  end

  def !
    !__getobj__
  end
end

class SimpleDelegator < Delegator
  def __getobj__
    @delegate_sd_obj
  end

  def __setobj__(object)
    @delegate_sd_obj = object
  end
end

def DelegateClass(superclass, &block)
  made = Class.new(SimpleDelegator)
  made.class_eval(&block) if block
  made.define_singleton_method(:delegated_class) { superclass }
  made
end
