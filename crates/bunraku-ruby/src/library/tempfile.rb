# Tempfile: a file that is open, in a folder for temporary files.
require 'tmpdir'

class Tempfile < File::Handle
  def initialize(name = '', folder = nil, mode: 0, **)
    super(Dir::Tmpname.free(name, folder, ''), 'w+')
  end

  class << self
    def open(...)
      file = new(...)
      return file unless block_given?

      begin
        yield file
      ensure
        file.close
      end
    end

    def create(name = '', folder = nil, **options)
      file = new(name, folder, **options)
      return file unless block_given?

      begin
        yield file
      ensure
        file.close!
      end
    end
  end

  # Opens the file again, for what others have written into it.
  def open
    close unless closed?
    initialize_at(path)
    self
  end

  def close(unlink_now = false)
    super() unless closed?
    unlink if unlink_now
    nil
  end

  def close!
    close(true)
  end

  # The file loses its name, but can still be read and written as long as it is open.
  def unlink
    return if path.nil?

    File.delete(path) if File.exist?(path)
    @path = nil
  end
  alias delete unlink

  def length
    size
  end

  private

  def initialize_at(path)
    File::Handle.instance_method(:initialize).bind(self).call(path, 'r+')
  end
end
