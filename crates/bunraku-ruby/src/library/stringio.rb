# StringIO: a string that is read and written like a file.
class StringIO
  include Enumerable

  attr_accessor :lineno, :string

  def self.open(*args)
    io = new(*args)
    block_given? ? yield(io) : io
  end

  def initialize(text = +'', mode = nil)
    @string = text
    @at = 0
    @lineno = 0
    mode = mode.to_s
    @string.replace('') if mode.start_with?('w')
    @append = mode.start_with?('a')
    @readable = mode.empty? || mode.start_with?('r') || mode.include?('+')
    @writable = mode.empty? ? !text.frozen? : mode != 'r' && mode != 'rb'
    @closed = false
  end

  def string=(text)
    @at = 0
    @lineno = 0
    @string = text
  end

  def pos
    @string.byteslice(0, @string.bytesize) && @string[0, @at].bytesize
  end
  alias tell pos

  def pos=(place)
    raise Errno::EINVAL, 'Invalid argument' if place < 0

    @at = @string.byteslice(0, place).to_s.length
    @at += place - @string.bytesize if place > @string.bytesize
  end

  def seek(offset, whence = 0)
    base = { 0 => 0, 1 => pos, 2 => @string.bytesize }.fetch({ SET: 0, CUR: 1, END: 2 }.fetch(whence, whence))
    self.pos = base + offset
    0
  end

  def rewind
    @at = 0
    @lineno = 0
    0
  end

  def read(length = nil, into = nil)
    reading
    rest = @string[@at..] || ''
    if length.nil?
      @at = [@at, @string.length].max
      piece = rest
    else
      piece = rest.byteslice(0, length)
      piece = nil if piece.empty? && length > 0
    end
    @at += piece.length if piece && !length.nil?
    @at = @string.length if length.nil? && @at < @string.length
    into ? into.replace(piece.to_s) : piece
  end

  def gets(*args, chomp: false)
    reading
    separator, limit = separator_and_limit(args)
    return $_ = nil if @at >= @string.length

    rest = @string[@at..]
    line =
      if separator.nil? then rest
      elsif separator.empty? then paragraph(rest)
      else
        found = rest.index(separator)
        found ? rest[0, found + separator.length] : rest
      end
    line = line[0, limit] if limit
    @at += line.length
    @lineno += 1
    chomp ? line.chomp(separator.nil? || separator.empty? ? "\n" : separator) : line
  end

  def readline(*args, **options)
    gets(*args, **options) || raise(EOFError, 'end of file reached')
  end

  def each_line(*args, **options)
    return to_enum(:each_line, *args, **options) unless block_given?

    while (line = gets(*args, **options))
      yield line
    end
    self
  end
  alias each each_line

  def readlines(*args, **options)
    each_line(*args, **options).to_a
  end

  def getc
    reading
    char = @string[@at]
    @at += 1 if char
    char
  end

  def readchar
    getc || raise(EOFError, 'end of file reached')
  end

  def getbyte
    reading
    byte = @string.byteslice(pos, 1)
    return nil if byte.nil? || byte.empty?

    self.pos = pos + 1
    byte.ord
  end

  def ungetc(char)
    return if char.nil?

    char = char.chr if char.is_a?(Integer)
    @at = [@at - char.length, 0].max
    @string[@at, char.length] = char
    nil
  end

  def each_char
    return to_enum(:each_char) unless block_given?

    while (char = getc)
      yield char
    end
    self
  end

  def each_byte
    return to_enum(:each_byte) unless block_given?

    while (byte = getbyte)
      yield byte
    end
    self
  end

  def eof?
    reading
    @at >= @string.length
  end
  alias eof eof?

  def write(*texts)
    writing
    texts.sum do |text|
      text = text.to_s
      @at = @string.length if @append
      @string << "\0" * (@at - @string.length) if @at > @string.length
      @at == @string.length ? @string << text : @string[@at, text.length] = text
      @at += text.length
      text.bytesize
    end
  end
  alias syswrite write

  def <<(text)
    write(text)
    self
  end

  def print(*texts)
    texts.each { |text| write(text) }
    nil
  end

  def puts(*lines)
    write("\n") if lines.empty?
    lines.flatten.each { |line| write(line.to_s.end_with?("\n") ? line : "#{line}\n") }
    nil
  end

  def printf(*args)
    write(format(*args))
    nil
  end

  def putc(char)
    write(char.is_a?(Integer) ? char.chr : char[0])
    char
  end

  def truncate(length)
    writing
    @string.replace(@string[0, length].ljust(length, "\0"))
    0
  end

  def size
    @string.bytesize
  end
  alias length size

  def close
    @closed = true
    nil
  end

  def closed?
    @closed
  end

  def close_read
    @readable = false
    nil
  end

  def close_write
    @writable = false
    nil
  end

  def closed_read?
    @closed || !@readable
  end

  def closed_write?
    @closed || !@writable
  end

  def reopen(*args)
    initialize(*args)
    self
  end

  def flush
    self
  end

  def fsync
    0
  end

  def sync
    true
  end

  def sync=(value)
    value
  end

  def tty?
    false
  end
  alias isatty tty?

  def binmode
    self
  end

  def set_encoding(*)
    self
  end

  def external_encoding
    @string.encoding
  end

  def inspect
    '#<StringIO>'
  end

  private

  def reading
    raise IOError, 'not opened for reading' if closed_read?
  end

  def writing
    raise IOError, 'not opened for writing' if closed_write?
  end

  def separator_and_limit(args)
    separator, limit = args
    separator, limit = "\n", separator if separator.is_a?(Integer)
    [args.empty? ? "\n" : separator, limit]
  end

  def paragraph(rest)
    found = rest.index("\n\n")
    return rest unless found

    # Further empty lines are skipped.
    @at += rest[(found + 2)..][/\A\n*/].length
    rest[0, found + 2]
  end
end
