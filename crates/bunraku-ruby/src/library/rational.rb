# Rational: exact fractions.
class Rational < Numeric
  attr_reader :numerator, :denominator

  class << self
    # The fraction in lowest terms, with the sign in the numerator.
    def reduced(numerator, denominator)
      raise ZeroDivisionError, 'divided by 0' if denominator == 0

      divisor = numerator.gcd(denominator)
      divisor = -divisor if denominator < 0
      new(numerator / divisor, denominator / divisor)
    end

    # `Rational(value, by)`.
    def convert(value, by = 1, exception: true)
      first, second = exact(value), exact(by)
      return reduced(first, second) if first.is_a?(Integer) && second.is_a?(Integer)

      first = reduced(first, 1) if first.is_a?(Integer)
      second == 1 ? first : first / second
    rescue TypeError, ArgumentError
      raise if exception
    end

    # `string.to_r`, which parses the longest prefix that is a number.
    def leading(text)
      found = TEXT.match(text)
      found ? of_match(found) : reduced(0, 1)
    end

    # The fraction with the smallest denominator between two others.
    def simplest(low, high)
      p0, p1, q0, q1 = 0, 1, 1, 0
      until (whole = low.ceil) < high
        below = whole - 1
        p0, p1, q0, q1 = p1, below * p1 + p0, q1, below * q1 + q0
        low, high = reduced(1, 1) / (high - below), reduced(1, 1) / (low - below)
      end
      reduced(whole * p1 + p0, whole * q1 + q0)
    end

    private :new

    private

    def exact(value)
      case value
      when Integer, Rational then value
      when Float
        raise FloatDomainError, value.to_s if value.nan? || value.infinite?

        value.to_r
      when String
        found = TEXT.match(value)
        unless found && found.post_match.strip.empty?
          raise ArgumentError, "invalid value for convert(): #{value.inspect}"
        end

        of_match(found)
      when nil then raise TypeError, "can't convert nil into Rational"
      else
        raise TypeError, "can't convert #{value.class} into Rational" unless value.respond_to?(:to_r)

        value.to_r
      end
    end

    def of_match(found)
      whole, fraction, exponent, below = found.captures.map { |part| part && part.delete('_') }
      number = reduced("#{whole}#{fraction}".to_i, 10**(fraction || '').length)
      number *= reduced(10, 1)**exponent.to_i if exponent
      below ? number / below.to_i : number
    end
  end

  TEXT = %r{\A\s*([-+]?\d+(?:_\d+)*)(?:\.(\d+(?:_\d+)*))?(?:[eE]([-+]?\d+))?(?:/(\d+(?:_\d+)*))?}.freeze
  private_constant :TEXT

  def initialize(numerator, denominator)
    @numerator = numerator
    @denominator = denominator
    freeze
  end

  def +(other)
    case other
    when Integer then fraction(@numerator + other * @denominator, @denominator)
    when Rational
      fraction(@numerator * other.denominator + other.numerator * @denominator, @denominator * other.denominator)
    when Float then to_f + other
    else with(other, :+)
    end
  end

  def -(other)
    case other
    when Integer then fraction(@numerator - other * @denominator, @denominator)
    when Rational
      fraction(@numerator * other.denominator - other.numerator * @denominator, @denominator * other.denominator)
    when Float then to_f - other
    else with(other, :-)
    end
  end

  def *(other)
    case other
    when Integer then fraction(@numerator * other, @denominator)
    when Rational then fraction(@numerator * other.numerator, @denominator * other.denominator)
    when Float then to_f * other
    else with(other, :*)
    end
  end

  def /(other)
    case other
    when Integer then fraction(@numerator, @denominator * other)
    when Rational then fraction(@numerator * other.denominator, @denominator * other.numerator)
    when Float then to_f / other
    else with(other, :/)
    end
  end
  alias quo /

  def **(other)
    other = other.numerator if other.is_a?(Rational) && other.denominator == 1
    case other
    when Integer
      return fraction(@numerator**other, @denominator**other) if other >= 0

      fraction(@denominator**-other, @numerator**-other)
    when Float, Rational then to_f**other.to_f
    else with(other, :**)
    end
  end

  def -@
    fraction(-@numerator, @denominator)
  end

  def %(other)
    self - other * div(other)
  end
  alias modulo %

  def div(other)
    raise ZeroDivisionError, 'divided by 0' if other == 0

    (self / other).floor
  end

  def divmod(other)
    quotient = div(other)
    [quotient, self - other * quotient]
  end

  def remainder(other)
    self - other * (self / other).truncate
  end

  def fdiv(other)
    to_f / other
  end

  def <=>(other)
    case other
    when Integer then @numerator <=> other * @denominator
    when Rational then @numerator * other.denominator <=> other.numerator * @denominator
    when Float then to_f <=> other
    else
      return nil unless other.is_a?(Numeric) && other.respond_to?(:coerce)

      first, second = other.coerce(self)
      first <=> second
    end
  end

  def ==(other)
    case other
    when Integer then @denominator == 1 && @numerator == other
    when Rational then @numerator == other.numerator && @denominator == other.denominator
    when Float then to_f == other
    else other == self
    end
  end

  def eql?(other)
    other.is_a?(Rational) && self == other
  end

  def hash
    [Rational, @numerator, @denominator].hash
  end

  def coerce(other)
    case other
    when Integer then [fraction(other, 1), self]
    when Float then [other, to_f]
    when Rational then [other, self]
    else raise TypeError, "#{other.class} can't be coerced into Rational"
    end
  end

  def abs
    fraction(@numerator.abs, @denominator)
  end
  alias magnitude abs

  def zero?
    @numerator == 0
  end

  def positive?
    @numerator > 0
  end

  def negative?
    @numerator < 0
  end

  def floor(digits = nil)
    rounded(digits) { |number| number.numerator.div(number.denominator) }
  end

  def ceil(digits = nil)
    rounded(digits) { |number| -(-number.numerator).div(number.denominator) }
  end

  def truncate(digits = nil)
    rounded(digits) { |number| number.negative? ? number.ceil : number.floor }
  end

  def to_i
    truncate
  end
  alias to_int to_i

  def round(digits = nil, half: nil)
    half = half.to_s unless half.nil?
    unless [nil, 'up', 'even', 'down'].include?(half)
      raise ArgumentError, "invalid rounding mode: #{half}"
    end

    rounded(digits) do |number|
      size = number.abs
      whole = size.floor
      over = (size - whole) * 2 <=> 1
      up = over > 0 || (over == 0 && (half.nil? || half == 'up' || (half == 'even' && whole.odd?)))
      whole += 1 if up
      number.negative? ? -whole : whole
    end
  end

  def to_f
    @numerator.fdiv(@denominator)
  end

  def to_r
    self
  end

  def rationalize(within = nil)
    return self if within.nil?
    return -(-self).rationalize(within) if negative?

    within = within.abs
    low, high = self - within, self + within
    low == high ? self : Rational.simplest(low.to_r, high.to_r)
  end

  def to_s
    "#{@numerator}/#{@denominator}"
  end

  def inspect
    "(#{self})"
  end

  private

  def fraction(numerator, denominator)
    Rational.reduced(numerator, denominator)
  end

  def with(other, operator)
    unless other.respond_to?(:coerce)
      shown = other.nil? || other == true || other == false ? other.inspect : other.class
      raise TypeError, "#{shown} can't be coerced into Rational"
    end

    first, second = other.coerce(self)
    first.send(operator, second)
  end

  # Rounds to a number of decimal digits. The result is an integer if there are none or the number is not positive.
  def rounded(digits)
    return yield(self) if digits.nil?
    raise TypeError, 'not an integer' unless digits.is_a?(Integer)

    scale = fraction(10, 1)**digits
    result = fraction(yield(self * scale), 1) / scale
    digits < 1 ? result.truncate : result
  end
end
