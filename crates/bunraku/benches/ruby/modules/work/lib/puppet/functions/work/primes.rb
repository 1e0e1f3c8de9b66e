# Arithmetic in loops.
Puppet::Functions.create_function(:'work::primes') do
  dispatch :primes do
    param 'Integer', :limit
  end

  def primes(limit)
    sieve = Array.new(limit + 1, true)
    sieve[0] = sieve[1] = false
    i = 2
    while i * i <= limit
      if sieve[i]
        (i * i).step(limit, i) { |multiple| sieve[multiple] = false }
      end
      i += 1
    end
    sieve.count(true)
  end
end
