# Mutex and Monitor. There is only one thread, so locking never waits.
class Mutex
  def lock
    raise ThreadError, 'deadlock; recursive locking' if @locked

    @locked = true
    self
  end

  def try_lock
    return false if @locked

    @locked = true
  end

  def unlock
    raise ThreadError, 'Attempt to unlock a mutex which is not locked' unless @locked

    @locked = false
    self
  end

  def locked?
    @locked ? true : false
  end
  alias owned? locked?

  def synchronize
    lock
    begin
      yield
    ensure
      unlock
    end
  end
end

module MonitorMixin
  def mon_synchronize
    yield
  end
  alias synchronize mon_synchronize

  def mon_enter; end

  def mon_exit; end

  def mon_try_enter
    true
  end

  def mon_initialize; end
end

class Monitor
  include MonitorMixin

  alias enter mon_enter
  alias exit mon_exit
  alias try_enter mon_try_enter
end
