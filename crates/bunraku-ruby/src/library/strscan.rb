# StringScanner: reads a string piece by piece.
class StringScanner
  class Error < StandardError; end

  attr_reader :string

  def initialize(text, *)
    self.string = text
  end

  def string=(text)
    @string = text
    @at = 0
    @found = nil
    @before = 0
  end

  def <<(text)
    @string << text
    self
  end
  alias concat <<

  def scan(pattern)
    here(pattern, move: true)
  end

  def match?(pattern)
    here(pattern, move: false) && matched_size
  end

  def check(pattern)
    here(pattern, move: false)
  end

  def skip(pattern)
    here(pattern, move: true) && matched_size
  end

  def scan_until(pattern)
    ahead(pattern, move: true)
  end

  def check_until(pattern)
    ahead(pattern, move: false)
  end

  def skip_until(pattern)
    ahead(pattern, move: true)&.bytesize
  end

  def exist?(pattern)
    ahead(pattern, move: false)&.bytesize
  end

  def search_full(pattern, move, text)
    piece = ahead(pattern, move: move)
    text ? piece : piece&.bytesize
  end

  def scan_full(pattern, move, text)
    piece = here(pattern, move: move)
    text ? piece : piece&.bytesize
  end

  def getch
    here(/./m, move: true)
  end

  def peek(length)
    rest.byteslice(0, length)
  end

  def eos?
    @at >= @string.length
  end

  def rest?
    !eos?
  end

  def rest
    @string[@at..] || ''
  end

  def rest_size
    rest.bytesize
  end

  def beginning_of_line?
    @at.zero? || @string[@at - 1] == "\n"
  end
  alias bol? beginning_of_line?

  def pos
    @string[0, @at].bytesize
  end
  alias pointer pos

  def charpos
    @at
  end

  def pos=(place)
    place += @string.bytesize if place < 0
    raise RangeError, 'index out of range' unless place.between?(0, @string.bytesize)

    @at = @string.byteslice(0, place).length
  end
  alias pointer= pos=

  def matched
    @found && @found[0]
  end

  def matched?
    !@found.nil?
  end

  def matched_size
    @found && @found[0].bytesize
  end

  def [](index)
    @found && @found[index]
  end

  def captures
    @found&.captures
  end

  def values_at(*indexes)
    @found&.values_at(*indexes)
  end

  def named_captures
    @found ? @found.named_captures : {}
  end

  def size
    @found&.size
  end

  def pre_match
    @found && @string[0, @start]
  end

  def post_match
    @found && @string[(@start + @found[0].length)..]
  end

  def unscan
    raise Error, 'unscan error: previous match record not exist' unless @found

    @at = @before
    @found = nil
    self
  end

  def reset
    @at = 0
    @found = nil
    self
  end

  def terminate
    @at = @string.length
    @found = nil
    self
  end

  def inspect
    return '#<StringScanner fin>' if eos?

    after = rest.length > 5 ? "#{rest[0, 5]}..." : rest
    return "#<StringScanner #{pos}/#{@string.bytesize} @ #{after.inspect}>" if @at.zero?

    before = @at > 5 ? "...#{@string[@at - 5, 5]}" : @string[0, @at]
    "#<StringScanner #{pos}/#{@string.bytesize} #{before.inspect} @ #{after.inspect}>"
  end

  private

  def here(pattern, move:)
    pattern = Regexp.new(Regexp.escape(pattern)) if pattern.is_a?(String)
    remember(/\A(?:#{pattern})/.match(rest), pattern, 0, move) && @found[0]
  end

  def ahead(pattern, move:)
    pattern = Regexp.new(Regexp.escape(pattern)) if pattern.is_a?(String)
    text = rest
    found = pattern.match(text)
    remember(found, pattern, found ? found.begin(0) : 0, move) && text[0, found.end(0)]
  end

  def remember(found, _pattern, skipped, move)
    @found = found
    return unless found

    @before = @at
    @start = @at + skipped
    @at = @start + found[0].length if move
    found
  end
end
