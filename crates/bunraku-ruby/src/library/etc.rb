# Etc and Process, as far as code asks who it runs as. It always runs as root here, and no other accounts are known.
module Etc
  Passwd = Struct.new(:name, :passwd, :uid, :gid, :gecos, :dir, :shell)
  Group = Struct.new(:name, :passwd, :gid, :mem)

  class << self
    def getpwnam(name)
      raise ArgumentError, "can't find user for #{name}" unless name == 'root'

      Passwd.new('root', 'x', 0, 0, 'root', '/root', '/bin/sh')
    end

    def getpwuid(uid = 0)
      raise ArgumentError, "can't find user for #{uid}" unless uid.zero?

      getpwnam('root')
    end

    def getgrnam(name)
      raise ArgumentError, "can't find group for #{name}" unless name == 'root'

      Group.new('root', 'x', 0, [])
    end

    def getgrgid(gid = 0)
      raise ArgumentError, "can't find group for #{gid}" unless gid.zero?

      getgrnam('root')
    end

    def getlogin
      'root'
    end
  end
end

module Process
  def self.uid
    0
  end

  def self.gid
    0
  end

  def self.euid
    0
  end

  def self.egid
    0
  end

  def self.pid
    1
  end

  CLOCK_REALTIME = 0
  CLOCK_MONOTONIC = 1
  CLOCK_PROCESS_CPUTIME_ID = 2
  CLOCK_THREAD_CPUTIME_ID = 3

  # All clocks are the one that code may read.
  def self.clock_gettime(_clock, unit = :float_second)
    now = Time.now
    nanoseconds = now.to_i * 1_000_000_000 + now.nsec
    case unit
    when :float_second then nanoseconds / 1e9
    when :float_millisecond then nanoseconds / 1e6
    when :float_microsecond then nanoseconds / 1e3
    when :second then nanoseconds / 1_000_000_000
    when :millisecond then nanoseconds / 1_000_000
    when :microsecond then nanoseconds / 1_000
    when :nanosecond then nanoseconds
    else raise ArgumentError, "unexpected unit: #{unit}"
    end
  end
end
