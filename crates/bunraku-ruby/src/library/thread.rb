# Thread: its block runs at once, where the thread is made, and never beside other code. `value` and `join` give what came
# of it. Queues and condition variables therefore never wait.
class Thread
  def self.new(*args, &block)
    raise ThreadError, 'must be called with a block' unless block

    thread = allocate
    thread.__send__(:begin_with, args, block)
    thread
  end

  class << self
    alias start new
    alias fork new

    attr_accessor :abort_on_exception, :report_on_exception

    def current
      @current ||= allocate
    end
    alias main current

    def list
      [current]
    end

    def pass; end

    def exclusive
      yield
    end
  end

  attr_accessor :name, :priority, :abort_on_exception, :report_on_exception

  def value
    raise @error if @error

    @value
  end

  def join(_limit = nil)
    value
    self
  end

  def alive?
    equal?(Thread.current)
  end

  def status
    return 'run' if alive?

    @error ? nil : false
  end

  def [](name)
    locals[name.to_sym]
  end
  alias thread_variable_get []

  def []=(name, value)
    locals[name.to_sym] = value
  end
  alias thread_variable_set []=

  def key?(name)
    locals.key?(name.to_sym)
  end
  alias thread_variable? key?

  def keys
    locals.keys
  end

  def fetch(name, *default, &block)
    locals.fetch(name.to_sym, *default, &block)
  end

  def kill
    self
  end
  alias exit kill
  alias terminate kill

  private

  def begin_with(args, block)
    @value = block.call(*args)
  rescue StandardError => e
    @error = e
  end

  def locals
    @locals ||= {}
  end
end

class ClosedQueueError < StopIteration; end

class Queue
  def initialize(items = [])
    @items = items.to_a.dup
  end

  def push(item)
    raise ClosedQueueError, 'queue closed' if @closed

    @items.push(item)
    self
  end
  alias << push
  alias enq push

  def pop(non_block = false, timeout: nil)
    return @items.shift unless @items.empty?
    return nil if @closed || timeout
    raise ThreadError, 'queue empty' if non_block

    raise fatal, 'No live threads left. Deadlock?'
  end
  alias shift pop
  alias deq pop

  def size
    @items.size
  end
  alias length size

  def empty?
    @items.empty?
  end

  def clear
    @items.clear
    self
  end

  def close
    @closed = true
    self
  end

  def closed?
    @closed ? true : false
  end

  def num_waiting
    0
  end

  private

  def fatal
    ThreadError
  end
end

class ConditionVariable
  def wait(_mutex, _timeout = nil)
    self
  end

  def signal
    self
  end

  def broadcast
    self
  end
end
