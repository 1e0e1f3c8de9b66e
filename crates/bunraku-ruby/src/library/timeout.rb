# Limits of time. There is no clock here that could run out: limits on steps end what takes too long.
module Timeout
  class ExitException < Exception; end

  class Error < RuntimeError
    def self.handle_timeout(message)
      raise self, message
    end
  end

  def self.timeout(seconds, _class = nil, _message = nil)
    yield seconds
  end

  def timeout(...)
    Timeout.timeout(...)
  end
  private :timeout
end
