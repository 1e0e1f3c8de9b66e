# Zlib: the classes. Compression itself is in Rust.
module Zlib
  class Error < StandardError; end
  class StreamError < Error; end
  class DataError < Error; end
  class BufError < Error; end
  class MemError < Error; end
  class NeedDict < Error; end
  class VersionError < Error; end

  DEFAULT_COMPRESSION = -1
  NO_COMPRESSION = 0
  BEST_SPEED = 1
  BEST_COMPRESSION = 9
  MAX_WBITS = 15

  # What is given piece by piece is worked on when it is complete.
  class ZStream
    def initialize(*)
      @input = ''.b
      @finished = false
    end

    def <<(text)
      @input << text.b
      self
    end

    def finished?
      @finished
    end
    alias stream_end? finished?

    def close
      @finished = true
      nil
    end
    alias end close
  end

  class Deflate < ZStream
    def self.deflate(text, level = DEFAULT_COMPRESSION)
      Zlib.deflate(text, level)
    end

    def initialize(level = DEFAULT_COMPRESSION, *)
      super
      @level = level
    end

    def deflate(text, flush = nil)
      self << text
      flush == FINISH ? finish : ''.b
    end

    def finish
      @finished = true
      Zlib.deflate(@input, @level || DEFAULT_COMPRESSION)
    end
  end

  class Inflate < ZStream
    def self.inflate(text)
      Zlib.inflate(text)
    end

    def initialize(bits = MAX_WBITS, *)
      super
      @bits = bits
    end

    # 16 and 32 more than the size of the window stand for gzip.
    def inflate(text)
      self << text unless text.nil?
      @finished = true
      gzip = @bits > MAX_WBITS && @input.start_with?("\x1f\x8b".b)
      gzip ? Zlib.gunzip(@input) : Zlib.inflate(@input)
    end

    def finish
      ''.b
    end
  end

  NO_FLUSH = 0
  SYNC_FLUSH = 2
  FULL_FLUSH = 3
  FINISH = 4

  class GzipFile
    class Error < Zlib::Error; end
  end

  class GzipReader < GzipFile
    def self.wrap(io)
      reader = new(io)
      block_given? ? yield(reader) : reader
    end

    def initialize(io)
      @text = StringIO.new(Zlib.gunzip(io.read).force_encoding('UTF-8'))
    end

    def read(length = nil)
      @text.read(length)
    end

    def each_line(&block)
      @text.each_line(&block)
    end
    alias each each_line

    def gets
      @text.gets
    end

    def close
      nil
    end
  end

  class GzipWriter < GzipFile
    def self.wrap(io)
      writer = new(io)
      yield writer
    ensure
      writer&.close
    end

    attr_accessor :mtime, :orig_name

    def initialize(io, level = nil, *)
      @io = io
      @level = level
      @input = ''.b
    end

    def write(*texts)
      texts.each { |text| @input << text.to_s.b }
      texts.sum { |text| text.to_s.bytesize }
    end
    alias print write

    def <<(text)
      write(text)
      self
    end

    def puts(text)
      write(text.to_s.end_with?("\n") ? text : "#{text}\n")
    end

    def close
      @io.write(Zlib.gzip(@input, level: @level))
      @io
    end
    alias finish close
  end
end
