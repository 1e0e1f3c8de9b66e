# CSV: tables as strings, with one line per row.
class CSV
  include Enumerable

  class MalformedCSVError < RuntimeError
    attr_reader :line_number
    alias lineno line_number

    def initialize(message, line_number)
      @line_number = line_number
      super("#{message} in line #{line_number}.")
    end
  end

  # A row with names for its fields.
  class Row
    include Enumerable

    attr_reader :headers, :fields

    def initialize(headers, fields, _header_row = false)
      @headers = headers + [nil] * [fields.size - headers.size, 0].max
      @fields = fields + [nil] * [headers.size - fields.size, 0].max
    end

    def [](key)
      key.is_a?(Integer) ? @fields[key] : @headers.index(key)&.then { |index| @fields[index] }
    end
    alias field []

    def []=(key, value)
      index = key.is_a?(Integer) ? key : @headers.index(key)
      index ||= @headers.push(key).size - 1
      @fields[index] = value
    end

    def fetch(key, *default)
      return self[key] if @headers.include?(key)
      return yield(key) if block_given?

      default.empty? ? raise(KeyError, "key not found: #{key}") : default.first
    end

    def header?(name)
      @headers.include?(name)
    end
    alias has_key? header?
    alias key? header?

    def each(&block)
      @headers.zip(@fields).each(&block)
      self
    end
    alias each_pair each

    def to_h
      @headers.zip(@fields).each_with_object({}) { |(key, value), all| all[key] = value unless all.key?(key) }
    end
    alias to_hash to_h

    def to_csv(**options)
      CSV.generate_line(@fields, **options)
    end
    alias to_s to_csv

    def ==(other)
      other.is_a?(Row) ? to_a == other.to_a : @fields == other
    end
  end

  # Rows with names for their fields.
  class Table
    include Enumerable

    attr_reader :headers

    def initialize(rows, headers: nil)
      @rows = rows
      @headers = headers || (rows.empty? ? [] : rows.first.headers)
    end

    def each(&block)
      return to_enum(:each) unless block

      @rows.each(&block)
      self
    end

    def [](key)
      key.is_a?(Integer) ? @rows[key] : @rows.map { |row| row[key] }
    end

    def size
      @rows.size
    end
    alias length size

    def to_a
      [@headers] + @rows.map(&:fields)
    end

    def to_csv(**options)
      to_a.map { |row| CSV.generate_line(row, **options) }.join
    end
    alias to_s to_csv
  end

  CONVERTERS = {
    integer: ->(field) { Integer(field) rescue field },
    float: ->(field) { Float(field) rescue field },
    numeric: ->(field) { Integer(field) rescue (Float(field) rescue field) },
    all: ->(field) { Integer(field) rescue (Float(field) rescue field) },
  }.freeze
  HEADER_CONVERTERS = {
    downcase: ->(name) { name.downcase },
    symbol: ->(name) { name.strip.downcase.gsub(/[^\s\w]+/, '').strip.gsub(/\s+/, '_').to_sym },
  }.freeze

  class << self
    def parse(text, **options, &block)
      result = new(text, **options).read
      block ? result.each(&block) : result
    end

    def parse_line(line, **options)
      new(line, **options).shift
    end

    def generate_line(fields, col_sep: ',', row_sep: "\n", quote_char: '"', force_quotes: false, **)
      shown = fields.map do |field|
        next force_quotes ? quote_char * 2 : '' if field.nil?

        text = field.to_s
        special = text.empty? || text.match?(/[\r\n]|\A\s|\s\z/) || text.include?(col_sep) || text.include?(quote_char)
        special || force_quotes ? quote_char + text.gsub(quote_char, quote_char * 2) + quote_char : text
      end
      shown.join(col_sep) + row_sep
    end

    def generate(text = +'', **options)
      csv = new(text, **options)
      yield csv
      csv.string
    end
  end

  attr_reader :string, :headers

  def initialize(text = +'', headers: false, converters: nil, header_converters: nil, col_sep: ',', quote_char: '"',
                 skip_blanks: false, **options)
    @string = text
    @use_headers = headers
    @converters = Array(converters).map { |each| each.is_a?(Symbol) ? CONVERTERS.fetch(each) : each }
    @header_converters = Array(header_converters).map { |each| each.is_a?(Symbol) ? HEADER_CONVERTERS.fetch(each) : each }
    @col_sep = col_sep
    @quote_char = quote_char
    @skip_blanks = skip_blanks
    @options = options.slice(:row_sep, :force_quotes).merge(col_sep: col_sep, quote_char: quote_char)
    @at = 0
    @line = 0
    @headers = nil
  end

  def <<(row)
    fields = row.respond_to?(:fields) ? row.fields : row
    fields = @headers.map { |name| row[name] } if row.is_a?(Hash) && @headers
    @string << CSV.generate_line(fields, **@options)
    self
  end
  alias add_row <<
  alias puts <<

  def each
    return to_enum(:each) unless block_given?

    while (row = shift)
      yield row
    end
    self
  end

  def read
    rows = to_a
    @use_headers ? Table.new(rows, headers: @headers || []) : rows
  end
  alias readlines read

  def shift
    take_headers if @use_headers && @headers.nil?
    fields = next_fields
    return fields if fields.nil?

    fields = fields.map { |field| field.nil? ? nil : @converters.inject(field) { |value, each| value.is_a?(String) ? each.call(value) : value } }
    @use_headers ? Row.new(@headers, fields) : fields
  end
  alias gets shift
  alias readline shift

  private

  def take_headers
    names = @use_headers == true || @use_headers == :first_row ? next_fields : Array(@use_headers)
    @headers = (names || []).map { |name| @header_converters.inject(name) { |value, each| each.call(value) } }
  end

  # The fields of the next row. A blank line is an empty row.
  def next_fields
    loop do
      return nil if @at >= @string.length

      @line += 1
      fields = row_fields
      return fields unless fields.empty? && @skip_blanks
    end
  end

  def row_fields
    fields = []
    if (blank = @string[@at..][/\A\r?\n/])
      @at += blank.length
      return fields
    end
    loop do
      fields << next_field
      rest = @string[@at, [@col_sep.length, 2].max].to_s
      if rest.start_with?(@col_sep) then @at += @col_sep.length
      elsif (ending = rest[/\A(?:\r\n|\n|\r)/]) then return fields.tap { @at += ending.length }
      elsif rest.empty? then return fields
      else raise MalformedCSVError.new('Any value after quoted field isn\'t allowed', @line)
      end
    end
  end

  def next_field
    return quoted_field if @string[@at] == @quote_char

    field = @string[@at..][/\A(?:(?!#{Regexp.escape(@col_sep)})[^\r\n])*/]
    raise MalformedCSVError.new('Illegal quoting', @line) if field.include?(@quote_char)

    @at += field.length
    field.empty? ? nil : field
  end

  def quoted_field
    quote = Regexp.escape(@quote_char)
    found = /\A#{quote}((?:[^#{quote}]|#{quote}#{quote})*)#{quote}/m.match(@string[@at..])
    raise MalformedCSVError.new('Unclosed quoted field', @line) unless found

    @at += found[0].length
    found[1].gsub(@quote_char * 2, @quote_char)
  end
end

class Array
  def to_csv(**options)
    CSV.generate_line(self, **options)
  end
end

class String
  def parse_csv(**options)
    CSV.parse_line(self, **options)
  end
end
