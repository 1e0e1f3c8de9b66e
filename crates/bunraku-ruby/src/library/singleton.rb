# Singleton: classes with a single instance.
module Singleton
  def self.included(base)
    super
    base.private_class_method :new, :allocate
    base.extend(OneInstance)
  end

  module OneInstance
    def instance
      @singleton__instance__ ||= new
    end

    def inherited(subclass)
      super
      subclass.instance_variable_set(:@singleton__instance__, nil)
    end
  end

  def clone
    raise TypeError, "can't clone instance of singleton #{self.class}"
  end

  def dup
    raise TypeError, "can't dup instance of singleton #{self.class}"
  end
end
