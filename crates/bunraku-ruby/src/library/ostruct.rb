# OpenStruct: an object that gets an attribute when it is first set.
class OpenStruct
  def initialize(hash = nil)
    @table = {}
    hash&.each_pair { |name, value| @table[name.to_sym] = value }
  end

  def initialize_copy(other)
    @table = other.to_h
  end

  def [](name)
    @table[name.to_sym]
  end

  def []=(name, value)
    raise FrozenError, "can't modify frozen OpenStruct: #{inspect}" if frozen?

    @table[name.to_sym] = value
  end

  def to_h(&block)
    block ? @table.to_h(&block) : @table.dup
  end

  def each_pair(&block)
    return @table.each_pair unless block

    @table.each_pair(&block)
    self
  end

  def dig(name, *rest)
    @table.dig(name.to_sym, *rest)
  end

  def delete_field(name)
    @table.delete(name.to_sym) do
      raise NameError, "no field `#{name}' in #{inspect}"
    end
  end

  def respond_to_missing?(name, private = false)
    @table.key?(name.to_s.chomp('=').to_sym) || super
  end

  def method_missing(name, *args)
    text = name.to_s
    if text.end_with?('=')
      self[text.chomp('=')] = args.first
    elsif args.empty?
      @table[name]
    else
      raise NoMethodError, "undefined method `#{name}' for #{inspect}"
    end
  end

  def ==(other)
    other.is_a?(OpenStruct) && to_h == other.to_h
  end

  def eql?(other)
    other.is_a?(OpenStruct) && to_h.eql?(other.to_h)
  end

  def hash
    @table.hash
  end

  def inspect
    fields = @table.map { |name, value| " #{name}=#{value.inspect}" }.join(',')
    "#<#{self.class}#{fields}>"
  end
  alias to_s inspect
end
