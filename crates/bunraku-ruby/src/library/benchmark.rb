# Benchmark: how long code takes by the clock that it may read.
module Benchmark
  Tms = Struct.new(:utime, :stime, :cutime, :cstime, :real, :label) do
    def total
      utime + stime + cutime + cstime
    end
  end

  module_function

  def realtime
    start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    yield
    Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
  end

  def measure(label = '')
    real = realtime { yield }
    Tms.new(0.0, 0.0, 0.0, 0.0, real, label)
  end
end
