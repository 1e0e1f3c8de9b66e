# Prime: prime numbers and factors, by trial division.
class Prime
  include Enumerable

  def self.instance
    @instance ||= new
  end

  class << self
    include Enumerable

    def each(limit = nil, &block)
      instance.each(limit, &block)
    end

    def prime?(number)
      instance.prime?(number)
    end

    def prime_division(number)
      instance.prime_division(number)
    end

    def int_from_prime_division(factors)
      factors.inject(1) { |product, (factor, power)| product * (factor**power) }
    end

    def include?(number)
      number.is_a?(Integer) && prime?(number)
    end
  end

  def each(limit = nil)
    return to_enum(:each, limit) unless block_given?

    number = 2
    while limit.nil? || number <= limit
      yield number if prime?(number)
      number += number == 2 ? 1 : 2
    end
    self
  end

  def prime?(number)
    raise ArgumentError, "Expected an integer, got #{number}" unless number.respond_to?(:integer?) && number.integer?
    return number == 2 if number < 3 || number.even?

    factor = 3
    while factor * factor <= number
      return false if (number % factor).zero?

      factor += 2
    end
    true
  end

  def prime_division(number)
    raise ZeroDivisionError if number.zero?

    factors = number.negative? ? [[-1, 1]] : []
    rest = number.abs
    factor = 2
    while factor * factor <= rest
      power = 0
      while (rest % factor).zero?
        rest /= factor
        power += 1
      end
      factors << [factor, power] if power.positive?
      factor += factor == 2 ? 1 : 2
    end
    factors << [rest, 1] if rest > 1
    factors
  end
end

class Integer
  def prime?
    Prime.prime?(self)
  end

  def prime_division
    Prime.prime_division(self)
  end

  def self.from_prime_division(factors)
    Prime.int_from_prime_division(factors)
  end

  def self.each_prime(limit, &block)
    Prime.each(limit, &block)
  end
end
