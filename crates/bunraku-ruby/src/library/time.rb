# Time from text.
class Time
  MONTH_NAMES = %w[jan feb mar apr may jun jul aug sep oct nov dec].freeze
  ZONE = /Z\b|UTC\b|GMT\b|[-+]\d\d:?\d\d/.freeze

  class << self
    # A date and a time of day in the usual notations.
    def parse_text(text, _now = nil)
      date = date_in(text)
      clock = text.match(/(?<!\d)(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?/)
      raise ArgumentError, "no time information in #{text.inspect}" unless date || clock

      date ||= [now.year, now.month, now.day]
      zone = text[clock ? clock.end(0) : text.length, text.length].to_s[ZONE]
      hour, minute, second, fraction = clock ? clock.captures : []
      made = from_parts(date, [hour, minute, second], zone)
      fraction ? made + "0.#{fraction}".to_f : made
    end

    def parse_iso8601(text)
      unless text.match?(/\A\s*-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[-+]\d\d(:?\d\d)?)?\s*\z/i)
        raise ArgumentError, "invalid xmlschema format: #{text.inspect}"
      end

      parse_text(text)
    end

    def parse_format(text, format)
      __parse(text, format) || raise(ArgumentError, "invalid date or strptime format - `#{text}' `#{format}'")
    end

    private

    def date_in(text)
      if text =~ /(\d{4})-(\d{1,2})-(\d{1,2})/ || text =~ %r{(\d{4})/(\d{1,2})/(\d{1,2})}
        return [Regexp.last_match(1).to_i, Regexp.last_match(2).to_i, Regexp.last_match(3).to_i]
      end
      if text =~ /(?<!\d)(\d{1,2})[ -](#{MONTH_NAMES.join('|')})\w*[ -](\d{4})/i
        day, name, year = Regexp.last_match.captures
      elsif text =~ /(#{MONTH_NAMES.join('|')})\w* +(\d{1,2})\b(?!:)(?:.*?\b(\d{4})\b)?/i
        name, day, year = Regexp.last_match.captures
      elsif text =~ /(?<!\d)(\d{4})(\d\d)(\d\d)(?!\d)/
        return Regexp.last_match.captures.map(&:to_i)
      else
        return nil
      end
      [(year || now.year).to_i, MONTH_NAMES.index(name[0, 3].downcase) + 1, day.to_i]
    end

    def from_parts(date, clock, zone)
      clock = clock.map(&:to_i)
      case zone
      when nil then local(*date, *clock)
      when 'Z', 'UTC' then utc(*date, *clock)
      when 'GMT' then local(*date, *clock)
      else new(*date, *clock, zone.include?(':') ? zone : "#{zone[0, 3]}:#{zone[3, 2]}")
      end
    end
  end
end
