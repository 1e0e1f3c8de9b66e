# Files that code opens and writes, and FileUtils. Files are written when they are closed. Owners and modes are not kept.
require 'stringio'

class File
  # A file that is open. Its contents are in memory until it is closed.
  class Handle < StringIO
    attr_reader :path

    def initialize(path, mode)
      @path = path
      mode = mode_of(path, mode) if mode.is_a?(Integer)
      @writes = mode.match?(/[wa+]/)
      File.create(path, mode) if @writes
      text = mode.start_with?('w') || (mode.start_with?('a') && !File.exist?(path)) ? +'' : File.read(path, mode: mode)
      super(text, @writes ? mode.sub('b', '') : 'r')
    end

    def close
      flush unless closed?
      super
    end

    def flush
      File.keep(@path, string) if @writes && @path
      self
    end
    alias fsync flush

    def rewind
      flush
      super
    end

    def flock(*)
      0
    end

    def chmod(*)
      0
    end
    alias chown chmod

    def size
      string.bytesize
    end

    def stat
      Stat.of_size(size)
    end
    alias lstat stat

    def to_path
      @path
    end

    private

    # The string that stands for the flags of a mode.
    def mode_of(path, flags)
      File.create(path, 'a') if flags & CREAT != 0
      return 'w' if flags & TRUNC != 0
      return 'a' if flags & APPEND != 0

      flags & (WRONLY | RDWR) == 0 ? 'r' : 'r+'
    end
  end

  # What is known of a file.
  class Stat
    attr_reader :size

    def initialize(path)
      raise Errno::ENOENT, "No such file or directory @ rb_file_s_stat - #{path}" unless File.exist?(path)

      @directory = File.directory?(path)
      @size = @directory ? 4096 : File.size(path)
    end

    # That of a file that is open: what it holds is in memory.
    def self.of_size(size)
      stat = allocate
      stat.instance_variable_set(:@size, size)
      stat.instance_variable_set(:@directory, false)
      stat
    end

    def size?
      @size.zero? ? nil : @size
    end

    def uid
      0
    end
    alias gid uid

    def mode
      @directory ? 0o40755 : 0o100644
    end

    def directory?
      @directory
    end

    def file?
      !@directory
    end

    def symlink?
      false
    end

    def readable?
      true
    end

    def zero?
      @size.zero?
    end
  end

  class << self
    def open(path, mode = 'r', *_permissions, **)
      handle = Handle.new(path.respond_to?(:to_path) ? path.to_path : path, mode.is_a?(Integer) ? mode : mode.to_s)
      return handle unless block_given?

      begin
        yield handle
      ensure
        handle.close unless handle.closed?
      end
    end

    def new(*args, **options)
      open(*args, **options)
    end

    # Makes the file that is opened for writing, if it does not exist or is to be empty.
    def create(path, mode)
      raise Errno::EISDIR, "Is a directory @ rb_sysopen - #{path}" if directory?(path)

      exists = exist?(path)
      missing(path) unless exists || (!mode.start_with?('r') && folder_of?(path))
      keep(path, '') if mode.start_with?('w') || !exists
    end

    def write(path, text, offset = nil, mode: 'w', **)
      path = path.to_path if path.respond_to?(:to_path)
      missing(path) unless folder_of?(path)
      text = text.to_s
      before = mode.start_with?('a') && exist?(path) ? read(path) : ''
      keep(path, before + text)
      text.bytesize
    end
    alias binwrite write

    def delete(*paths)
      paths.each do |path|
        raise Errno::ENOENT, "No such file or directory @ apply2files - #{path}" unless exist?(path)

        remove(path)
      end.length
    end
    alias unlink delete

    def rename(from, to)
      keep(to, binread(from))
      remove(from)
      0
    end

    # Modes and owners of files that code keeps are those of whoever compiles.
    def chmod(_mode, *paths)
      paths.length
    end

    def chown(_owner, _group, *paths)
      paths.length
    end

    def stat(path)
      Stat.new(path)
    end
    alias lstat stat

    private

    # Whether a file can be made at a path. Below `vardir` folders exist as soon as something is kept in them.
    def folder_of?(path)
      folder = dirname(path)
      !folder.start_with?('/tmp', '/var/tmp') || directory?(folder)
    end

    def missing(path)
      raise Errno::ENOENT, "No such file or directory @ rb_sysopen - #{path}"
    end
  end
end

module FileUtils
  class << self
    def mkdir_p(paths, **)
      [paths].flatten.each { |path| File.keep_folder(path) unless File.directory?(path) }
    end
    alias makedirs mkdir_p
    alias mkpath mkdir_p
    alias mkdir mkdir_p

    def touch(paths, **)
      [paths].flatten.each { |path| File.keep(path, '') unless File.exist?(path) }
    end

    def rm(paths, **)
      [paths].flatten.each { |path| File.remove(path) }
    end

    def rm_f(paths, **)
      [paths].flatten.each { |path| File.remove(path) if File.exist?(path) }
    end
    alias safe_unlink rm_f

    def rm_rf(paths, **)
      [paths].flatten.each { |path| remove_tree(path) if File.exist?(path) }
    end
    alias rmtree rm_rf
    alias remove_entry_secure rm_rf

    def rm_r(paths, force: false, **)
      [paths].flatten.each { |path| force && !File.exist?(path) ? nil : remove_tree(path) }
    end
    alias remove_dir rm_r
    alias remove_entry rm_r

    def cp(from, to, **)
      [from].flatten.each { |path| File.keep(target(path, to), File.binread(path)) }
    end
    alias copy cp
    alias copy_file cp
    alias install cp

    def cp_r(from, to, **)
      [from].flatten.each { |path| copy_tree(path, target(path, to)) }
    end

    def mv(from, to, **)
      File.rename(from, to)
    end
    alias move mv

    def chmod(_mode, paths, **)
      [paths].flatten
    end
    alias chmod_R chmod

    def chown(_user, _group, paths, **)
      [paths].flatten
    end
    alias chown_R chown

    private

    # Where a file is copied to: into a folder, or to another name.
    def target(from, to)
      File.directory?(to) ? File.join(to, File.basename(from)) : to
    end

    def remove_tree(path)
      Dir.children(path).each { |name| remove_tree(File.join(path, name)) } if File.directory?(path)
      File.delete(path)
    end

    def copy_tree(from, to)
      return File.keep(to, File.binread(from)) unless File.directory?(from)

      mkdir_p(to)
      Dir.children(from).each { |name| copy_tree(File.join(from, name), File.join(to, name)) }
    end
  end
end
