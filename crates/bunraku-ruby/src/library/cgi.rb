# CGI: only its functions for texts.
class CGI
  HTML = { '&' => '&amp;', '<' => '&lt;', '>' => '&gt;', '"' => '&quot;', "'" => '&#39;' }.freeze
  NAMED = { 'amp' => '&', 'lt' => '<', 'gt' => '>', 'quot' => '"', 'apos' => "'" }.freeze

  # Converts the argument to a string, or raises Ruby's error.
  def self.text(value)
    String.try_convert(value) ||
      raise(TypeError, "no implicit conversion of #{value.nil? ? 'nil' : value.class} into String")
  end
  private_class_method :text

  def self.escape(text)
    text(text).gsub(/[^a-zA-Z0-9_\-.~ ]/) { |char| char.bytes.map { |byte| '%%%02X' % byte }.join }.tr(' ', '+')
  end

  def self.unescape(text)
    text.tr('+', ' ').gsub(/(?:%\h\h)+/) { |codes| [codes.delete('%')].pack('H*').force_encoding('UTF-8') }
  end

  def self.escapeHTML(text)
    text.to_s.gsub(/[&<>"']/) { |char| HTML[char] }
  end

  def self.unescapeHTML(text)
    text.gsub(/&(amp|lt|gt|quot|apos|#\d+|#x\h+);/i) do |whole|
      name = Regexp.last_match(1)
      case name
      when /\A#x(\h+)\z/i then [Regexp.last_match(1).hex].pack('U')
      when /\A#(\d+)\z/ then [Regexp.last_match(1).to_i].pack('U')
      else NAMED[name] || whole
      end
    end
  end

  def self.escapeURIComponent(text)
    escape(text).gsub('+', '%20')
  end

  # The parameters of a query, each with all of its values. One that is missing has none.
  def self.parse(query)
    values = {}
    query.split(/[&;]/).each do |pair|
      name, value = pair.split('=', 2).map { |part| unescape(part) }
      next unless name

      values[name] ||= []
      values[name] << value if value
    end
    values.default = [].freeze
    values
  end

  def self.rfc1123_date(time)
    time.getgm.strftime('%a, %d %b %Y %T GMT')
  end

  class << self
    alias escape_html escapeHTML
    alias unescape_html unescapeHTML
    alias h escapeHTML
  end
end
