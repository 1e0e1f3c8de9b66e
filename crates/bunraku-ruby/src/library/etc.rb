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
end
