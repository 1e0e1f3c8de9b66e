# Calls of a method.
Puppet::Functions.create_function(:'work::fib') do
  dispatch :fib do
    param 'Integer', :n
  end

  def fib(n)
    n < 2 ? n : fib(n - 1) + fib(n - 2)
  end
end
