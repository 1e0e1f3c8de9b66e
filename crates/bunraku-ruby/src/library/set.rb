# Set: elements without duplicates, in insertion order. They are stored as keys of a hash.
class Set
  include Enumerable

  def self.[](*elements)
    new(elements)
  end

  def initialize(elements = nil, &block)
    @hash = {}
    return if elements.nil?

    if block
      Set.each_of(elements) { |element| add(block.call(element)) }
    else
      merge(elements)
    end
  end

  # Calls the block with each element of an argument from which a set can be made.
  def self.each_of(elements, &block)
    if elements.respond_to?(:each_entry)
      elements.each_entry(&block)
    elsif elements.respond_to?(:each)
      elements.each(&block)
    else
      raise ArgumentError, 'value must be enumerable'
    end
  end

  def initialize_copy(other)
    @hash = other.to_a.to_h { |element| [element, true] }
  end

  def freeze
    @hash.freeze
    super
  end

  def size
    @hash.size
  end
  alias length size

  def count(*args, &block)
    args.empty? && block.nil? ? size : super
  end

  def empty?
    @hash.empty?
  end

  def include?(element)
    @hash.key?(element)
  end
  alias member? include?
  alias === include?
  alias contain? include?

  def each(&block)
    return enum_for(:each) unless block

    @hash.each_key(&block)
    self
  end

  def to_a
    @hash.keys
  end

  def to_set
    self
  end

  def first(*args)
    to_a.first(*args)
  end

  def add(element)
    @hash[element] = true
    self
  end
  alias << add

  def add?(element)
    include?(element) ? nil : add(element)
  end

  def delete(element)
    @hash.delete(element)
    self
  end

  def delete?(element)
    include?(element) ? delete(element) : nil
  end

  def clear
    @hash.clear
    self
  end

  def replace(elements)
    @hash.replace(Set.new(elements).to_a.to_h { |element| [element, true] })
    self
  end

  def reset
    self
  end

  def merge(elements)
    Set.each_of(elements) { |element| add(element) }
    self
  end

  def subtract(elements)
    Set.each_of(elements) { |element| delete(element) }
    self
  end

  def |(other)
    dup.merge(other)
  end
  alias + |
  alias union |

  def &(other)
    result = Set.new
    Set.each_of(other) { |element| result.add(element) if include?(element) }
    result
  end
  alias intersection &

  def -(other)
    dup.subtract(other)
  end
  alias difference -

  def ^(other)
    result = Set.new(other)
    each { |element| result.add(element) unless result.delete?(element) }
    result
  end

  def ==(other)
    return true if equal?(other)

    other.is_a?(Set) && size == other.size && other.all? { |element| include?(element) }
  end

  def eql?(other)
    other.is_a?(Set) && self == other
  end

  def hash
    to_a.map(&:hash).sort.hash
  end

  def subset?(other)
    need_set(other)
    size <= other.size && all? { |element| other.include?(element) }
  end
  alias <= subset?

  def superset?(other)
    need_set(other)
    other.subset?(self)
  end
  alias >= superset?

  def proper_subset?(other)
    need_set(other)
    size < other.size && subset?(other)
  end
  alias < proper_subset?

  def proper_superset?(other)
    need_set(other)
    other.proper_subset?(self)
  end
  alias > proper_superset?

  def <=>(other)
    return nil unless other.is_a?(Set)
    return 0 if self == other
    return -1 if proper_subset?(other)
    return 1 if proper_superset?(other)

    nil
  end

  def intersect?(other)
    return other.any? { |element| include?(element) } if other.is_a?(Enumerable) && !other.is_a?(Set)

    need_set(other)
    any? { |element| other.include?(element) }
  end

  def disjoint?(other)
    !intersect?(other)
  end

  def map!(&block)
    return enum_for(:map!) unless block

    replace(map(&block))
  end
  alias collect! map!

  def select!(&block)
    return enum_for(:select!) unless block

    before = size
    keep_if(&block)
    size == before ? nil : self
  end
  alias filter! select!

  def reject!(&block)
    return enum_for(:reject!) unless block

    before = size
    delete_if(&block)
    size == before ? nil : self
  end

  def keep_if
    return enum_for(:keep_if) unless block_given?

    to_a.each { |element| @hash.delete(element) unless yield(element) }
    self
  end

  def delete_if
    return enum_for(:delete_if) unless block_given?

    to_a.each { |element| @hash.delete(element) if yield(element) }
    self
  end

  def classify
    return enum_for(:classify) unless block_given?

    groups = {}
    each { |element| (groups[yield(element)] ||= Set.new).add(element) }
    groups
  end

  def divide(&block)
    return enum_for(:divide) unless block

    Set.new(classify(&block).values)
  end

  def flatten
    result = Set.new
    each { |element| element.is_a?(Set) ? result.merge(element.flatten) : result.add(element) }
    result
  end

  def flatten!
    any?(Set) ? replace(flatten) : nil
  end

  def join(separator = nil)
    to_a.join(separator)
  end

  def compare_by_identity
    @hash.compare_by_identity
    self
  end

  def compare_by_identity?
    @hash.compare_by_identity?
  end

  def inspect
    "#<Set: {#{to_a.map(&:inspect).join(', ')}}>"
  end
  alias to_s inspect

  private

  def need_set(other)
    raise ArgumentError, 'value must be a set' unless other.is_a?(Set)
  end
end
