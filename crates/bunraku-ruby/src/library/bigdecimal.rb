# BigDecimal: decimal numbers of any precision, each an integer and a power of ten.
class BigDecimal < Numeric
  ROUND_MODE = 256
  ROUND_UP = 1
  ROUND_DOWN = 2
  ROUND_HALF_UP = 3
  ROUND_HALF_DOWN = 4
  ROUND_CEILING = 5
  ROUND_FLOOR = 6
  ROUND_HALF_EVEN = 7

  # The number of decimal digits that are worked on at once; the precision of divisions is a multiple of it.
  WORD = 9
  TEXT = /\A\s*([+-]?)(\d[\d_]*)?(?:\.(\d[\d_]*)?)?(?:[eEdD]([+-]?\d+))?\s*\z/.freeze
  private_constant :WORD, :TEXT

  class << self
    # `BigDecimal(value, digits)`.
    def convert(value, digits = 0, exception: true)
      made = case value
             when BigDecimal then value
             when Integer then of(value, 0)
             when Float then of_float(value, digits)
             when Rational then of(value.numerator, 0).div(of(value.denominator, 0), digits)
             when String then of_text(value)
             when nil then raise TypeError, "can't convert nil into BigDecimal"
             else raise TypeError, "can't convert #{value.class} into BigDecimal"
             end
      digits.positive? && made.finite? ? made.round(digits - made.exponent) : made
    rescue ArgumentError, TypeError
      raise if exception
    end

    # The number `digits * 10 ** -scale`.
    def of(digits, scale)
      new(nil, digits, scale)
    end

    def special(name)
      new(name, 0, 0)
    end

    # The number at the beginning of a string, as `to_d` reads it.
    def leading(text)
      of_text(text[/\A\s*[+-]?(?:\d[\d_]*)?(?:\.\d+)?(?:[eE][+-]?\d+)?/])
    rescue ArgumentError
      of(0, 0)
    end

    private

    def of_text(text)
      case text.strip
      when 'NaN' then return special(:nan)
      when 'Infinity', '+Infinity' then return special(:infinity)
      when '-Infinity' then return special(:minus)
      end
      found = TEXT.match(text)
      unless found && found[2] && !text.include?('__')
        raise ArgumentError, "invalid value for BigDecimal(): #{text.inspect}"
      end

      whole, part = found[2].delete('_'), (found[3] || '').delete('_')
      digits = (whole + part).to_i
      of(found[1] == '-' ? -digits : digits, part.length - found[4].to_i)
    end

    def of_float(value, digits)
      return special(:nan) if value.nan?
      return special(value.positive? ? :infinity : :minus) if value.infinite?

      of_text(value.to_s)
    end

    private :new
  end

  attr_reader :name, :digits, :scale
  protected :name, :digits, :scale

  def initialize(name, digits, scale)
    super()
    while digits != 0 && scale.positive? && (digits % 10).zero?
      digits /= 10
      scale -= 1
    end
    scale = 0 if digits.zero?
    @name = name
    @digits = digits
    @scale = scale
    freeze
  end

  def nan?
    @name == :nan
  end

  def infinite?
    { infinity: 1, minus: -1 }[@name]
  end

  def finite?
    @name.nil?
  end

  def zero?
    finite? && @digits.zero?
  end

  def nonzero?
    zero? ? nil : self
  end

  def sign
    return 0 if nan?
    return infinite? * 3 unless finite?

    zero? ? 1 : (@digits <=> 0) * 2
  end

  def negative?
    finite? ? @digits.negative? : @name == :minus
  end

  def positive?
    finite? ? @digits.positive? : @name == :infinity
  end

  # The power of ten of the first digit after the point: 123 is 0.123e3.
  def exponent
    zero? || !finite? ? 0 : @digits.abs.to_s.length - @scale
  end

  def precision
    zero? || !finite? ? 0 : [to_s('F').delete('-').sub(/\.0\z/, '').delete('.').sub(/\A0+/, '').length, 1].max
  end

  def precs
    [words * WORD, (words + 2) * WORD]
  end

  def +(other)
    combine(other, :+) { |mine, others, scale| BigDecimal.of(mine + others, scale) }
  end

  def -(other)
    combine(other, :-) { |mine, others, scale| BigDecimal.of(mine - others, scale) }
  end

  def *(other)
    with(other, :*) { |number| BigDecimal.of(@digits * number.digits, @scale + number.scale) }
  end

  def /(other)
    with(other, :/) do |number|
      return BigDecimal.special(zero? ? :nan : (negative? ? :minus : :infinity)) if number.zero?

      count = [2 * [words, number.words].max, 4].max + 1
      places = (count - (top - number.top + 1)) * WORD
      quotient(number, places + 1).rounded(places, ROUND_HALF_UP)
    end
  end
  alias quo /

  # Without a number of digits an integer, with one a quotient of as many.
  def div(other, digits = nil)
    return self / other if digits == 0
    return with(other, :div) { |number| digits_of(number, digits) } if digits

    with(other, :div) do |number|
      raise ZeroDivisionError, 'divided by 0' if number.zero?

      (to_r / number.to_r).floor
    end
  end

  def %(other)
    with(other, :%) do |number|
      raise ZeroDivisionError, 'divided by 0' if number.zero?

      self - number * (to_r / number.to_r).floor
    end
  end
  alias modulo %

  def divmod(other)
    whole = div(other)
    [BigDecimal.of(whole, 0), self % other]
  end

  def remainder(other)
    number = BigDecimal.convert(other)
    self - number * (to_r / number.to_r).truncate
  end

  def **(power)
    return BigDecimal.of(@digits**power, @scale * power) unless power.negative?

    BigDecimal.of(1, 0) / (self**-power)
  end
  alias power **

  def sqrt(digits = 0)
    raise FloatDomainError, 'sqrt of negative value' if negative?

    places = [digits, 16].max + 2
    shift = 2 * places + (@scale.odd? ? 1 : 0)
    BigDecimal.of(Integer.sqrt(@digits * 10**shift), (@scale + shift) / 2)
  end

  def -@
    return BigDecimal.special({ infinity: :minus, minus: :infinity }.fetch(@name, @name)) unless finite?

    BigDecimal.of(-@digits, @scale)
  end

  def +@
    self
  end

  def abs
    negative? ? -self : self
  end

  def <=>(other)
    other = BigDecimal.convert(other, exception: false) if other.is_a?(Numeric) && !other.is_a?(BigDecimal)
    return nil unless other.is_a?(BigDecimal) && !nan? && !other.nan?
    return rank <=> other.rank unless finite? && other.finite?

    (self - other).digits <=> 0
  end

  def ==(other)
    (self <=> other) == 0
  end
  alias === ==
  alias eql? ==

  %i[< <= > >=].each do |operator|
    define_method(operator) do |other|
      order = self <=> other
      if order.nil?
        return false if other.is_a?(Numeric)

        raise ArgumentError, "comparison of BigDecimal with #{other.nil? ? 'nil' : other.inspect} failed"
      end
      order.public_send(operator, 0)
    end
  end

  def hash
    [@name, @digits, @scale].hash
  end

  def coerce(other)
    [BigDecimal.convert(other), self]
  end

  def round(places = nil, mode = nil)
    mode = places[:half] || places['half'] and places = nil if places.is_a?(Hash)
    mode = { up: ROUND_HALF_UP, down: ROUND_HALF_DOWN, even: ROUND_HALF_EVEN }[mode[:half]&.to_sym] if mode.is_a?(Hash)
    mode = { half_up: 3, half_down: 4, half_even: 7, up: 1, down: 2, truncate: 2, ceiling: 5, floor: 6, banker: 7 }[mode] if mode.is_a?(Symbol)
    result = rounded(places || 0, mode || ROUND_HALF_UP)
    places.nil? ? result.to_i : result
  end

  def truncate(places = nil)
    places ? rounded(places, ROUND_DOWN) : to_i
  end

  def floor(places = nil)
    result = rounded(places || 0, ROUND_FLOOR)
    places ? result : result.to_i
  end

  def ceil(places = nil)
    result = rounded(places || 0, ROUND_CEILING)
    places ? result : result.to_i
  end

  def fix
    rounded(0, ROUND_DOWN)
  end

  def frac
    self - fix
  end

  def to_i
    raise FloatDomainError, to_s unless finite?

    @scale.positive? ? (@digits.abs / 10**@scale) * (@digits <=> 0) : @digits * 10**-@scale
  end
  alias to_int to_i

  def to_r
    raise FloatDomainError, to_s unless finite?

    Rational(@digits, 1) / Rational(10**[@scale, 0].max, 10**[-@scale, 0].max)
  end

  def to_f
    return { nan: Float::NAN, infinity: Float::INFINITY, minus: -Float::INFINITY }[@name] unless finite?

    to_s.to_f
  end

  def to_d
    self
  end

  def to_digits
    to_s('F')
  end

  # `F` is the usual notation, everything else the one with an exponent. A number makes groups of so many digits.
  def to_s(format = nil)
    return { nan: 'NaN', infinity: 'Infinity', minus: '-Infinity' }[@name] unless finite?

    format = format.to_s
    prefix = negative? ? '-' : format[/\A[+ ]/].to_s
    group = format[/\d+/].to_i
    text = @digits.abs.to_s
    return "#{prefix}0.0" if zero?

    if format.match?(/f/i)
      whole, part = usual(text)
      whole = grouped(whole, group) if group.positive?
      part = grouped(part, group) if group.positive?
      "#{prefix}#{whole}.#{part}"
    else
      text = text.sub(/0+\z/, '')
      text = grouped(text, group) if group.positive?
      "#{prefix}0.#{text}e#{exponent}"
    end
  end

  def inspect
    to_s
  end

  def to_json(*)
    "\"#{self}\""
  end

  protected

  def words
    return 1 if zero?

    whole = [exponent, 0].max
    part = [@scale, 0].max
    [(whole + WORD - 1) / WORD + (part + WORD - 1) / WORD, 1].max
  end

  # The number of words before the point.
  def top
    (exponent / WORD.to_f).ceil
  end

  def rank
    { minus: -1, infinity: 1 }[@name] || 0
  end

  def rounded(places, mode)
    raise FloatDomainError, "Computation results in '#{self}'" + (nan? ? ' (Not a Number)' : '') unless finite?
    return self if places >= @scale

    unit = 10**(@scale - places)
    whole, rest = @digits.abs.divmod(unit)
    up = case mode
         when ROUND_UP then rest.positive?
         when ROUND_DOWN then false
         when ROUND_HALF_UP then rest * 2 >= unit
         when ROUND_HALF_DOWN then rest * 2 > unit
         when ROUND_CEILING then rest.positive? && @digits.positive?
         when ROUND_FLOOR then rest.positive? && @digits.negative?
         else rest * 2 > unit || (rest * 2 == unit && whole.odd?)
         end
    whole += 1 if up
    BigDecimal.of(@digits.negative? ? -whole : whole, places)
  end

  private

  def with(other, operator)
    number = other.is_a?(BigDecimal) ? other : BigDecimal.convert(other, exception: false)
    raise TypeError, "#{other.nil? ? 'nil' : other.class} can't be coerced into BigDecimal" if number.nil?
    return yield(number) if finite? && number.finite?
    return BigDecimal.special(:nan) if nan? || number.nan?

    BigDecimal.convert(to_f.public_send(operator, number.to_f))
  end

  def combine(other, operator)
    with(other, operator) do |number|
      scale = [@scale, number.scale].max
      yield @digits * 10**(scale - @scale), number.digits * 10**(scale - number.scale), scale
    end
  end

  # The quotient with a number of digits after the point, cut off.
  def quotient(number, places)
    shift = places - @scale + number.scale
    mine, others = @digits.abs, number.digits.abs
    shift.negative? ? others *= 10**-shift : mine *= 10**shift
    sign = (@digits <=> 0) * (number.digits <=> 0)
    BigDecimal.of(sign * (mine / others), places)
  end

  # The quotient rounded to a number of digits.
  def digits_of(number, digits)
    made = quotient(number, digits + 2 + number.exponent - exponent)
    made.round(digits - made.exponent)
  end

  def usual(text)
    return [text + '0' * -@scale, '0'] if @scale <= 0

    text = text.rjust(@scale + 1, '0')
    [text[0...-@scale], text[-@scale..]]
  end

  def grouped(text, size)
    text.scan(/.{1,#{size}}/).join(' ')
  end
end

module Kernel
  def BigDecimal(value, digits = 0, exception: true)
    BigDecimal.convert(value, digits, exception: exception)
  end
end

class Integer
  def to_d
    BigDecimal.convert(self)
  end
end

class Float
  def to_d(digits = 0)
    BigDecimal.convert(self, digits)
  end
end

class String
  def to_d
    BigDecimal.leading(self)
  end
end

class NilClass
  def to_d
    BigDecimal.convert(0)
  end
end
