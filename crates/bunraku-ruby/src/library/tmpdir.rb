# Folders for temporary files. What code writes there is in memory, and is gone when it ends.
require 'fileutils'

class Dir
  # Names that nothing has yet: a prefix, a number and a suffix. They are the same in each run.
  module Tmpname
    def self.free(name, folder, default)
      prefix, suffix = name.is_a?(Array) ? name : [name, nil]
      folder = folder.nil? ? Dir.tmpdir : folder.to_s
      loop do
        @number = (@number || 0) + 1
        path = File.join(folder, "#{prefix || default}19700101-1-#{@number.to_s(36)}#{suffix}")
        return path unless File.exist?(path)
      end
    end
  end

  class << self
    def tmpdir
      '/tmp'
    end

    def mktmpdir(name = nil, folder = nil, **)
      path = Tmpname.free(name, folder, 'd')
      mkdir(path)
      return path unless block_given?

      begin
        yield path.dup
      ensure
        FileUtils.rm_rf(path)
      end
    end

    def rmdir(path)
      raise Errno::ENOENT, "No such file or directory @ dir_s_rmdir - #{path}" unless exist?(path)
      raise Errno::ENOTEMPTY, "Directory not empty @ dir_s_rmdir - #{path}" unless empty?(path)

      File.remove(path)
      0
    end
    alias delete rmdir
    alias unlink rmdir
  end
end
