
# Parses dates in a given format.
class Date
  class << self
    def strptime(text = '-4712-01-01', format = '%F', start = ITALY)
      parts = _strptime(text, format)
      invalid unless parts
      from_parts(parts, start)
    end

    # The parts of a date in a string, or nil if it does not have the format.
    def _strptime(text, format = '%F')
      parts = {}
      at = read_format(text, 0, format, parts)
      return nil unless at

      parts[:leftover] = text[at..] if at < text.length
      finish(parts)
    end

    SHORT = {
      'c' => '%a %b %e %H:%M:%S %Y', 'D' => '%m/%d/%y', 'x' => '%m/%d/%y', 'F' => '%Y-%m-%d', 'R' => '%H:%M',
      'r' => '%I:%M:%S %p', 'T' => '%H:%M:%S', 'X' => '%H:%M:%S', 'v' => '%e-%b-%Y', '+' => '%a %b %e %H:%M:%S %Z %Y',
    }.freeze
    # For each number: the part, the number of digits, and the allowed range.
    NUMBERS = {
      'd' => [:mday, 2, 1..31], 'e' => [:mday, 2, 1..31], 'H' => [:hour, 2, 0..24], 'k' => [:hour, 2, 0..24],
      'I' => [:hour, 2, 1..12], 'l' => [:hour, 2, 1..12], 'j' => [:yday, 3, 1..366], 'M' => [:min, 2, 0..59],
      'm' => [:mon, 2, 1..12], 'S' => [:sec, 2, 0..60], 'U' => [:wnum0, 2, 0..53], 'W' => [:wnum1, 2, 0..53],
      'u' => [:cwday, 1, 1..7], 'w' => [:wday, 1, 0..6], 'V' => [:cweek, 2, 1..53], 'C' => [:_cent, 2, 0..99],
    }.freeze
    ZONE_TEXT = /\A(?:(?:gmt|utc?)?[-+]\d+(?:[,.:]\d+(?::\d+)?)?|[[:alpha:].\s]+?(?:standard|daylight)\s+time\b|[[:alpha:]]+(?:\s+dst)?\b)/i.freeze

    private

    def read_format(text, at, format, parts)
      scanner = format.scan(/%[EO]?:{0,3}[[:alpha:]%+]|\s+|./m)
      scanner.each_with_index do |piece, index|
        at =
          if piece.match?(/\A\s/) then at + text[at..][/\A\s*/].length
          elsif piece.start_with?('%') && piece.length > 1
            following = scanner[index + 1]
            digits_follow = following && following.match?(/\A(?:\d|%[EO]?[CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy0-9])/)
            read_directive(text, at, piece[-1], parts, digits_follow)
          elsif text[at] == piece then at + 1
          end
        return nil unless at
      end
      at
    end

    def read_directive(text, at, letter, parts, digits_follow)
      return read_format(text, at, SHORT[letter], parts) if SHORT.key?(letter)
      return read_number(text, at, parts, *NUMBERS[letter]) if NUMBERS.key?(letter)

      rest = text[at..]
      case letter
      when 'A', 'a' then read_name(rest, at, DAYNAMES, 0) { |index| parts[:wday] = index }
      when 'B', 'b', 'h' then read_name(rest, at, MONTHNAMES.compact, 1) { |index| parts[:mon] = index }
      when 'Y', 'G'
        found = rest[digits_follow ? /\A[-+]?\d{1,4}/ : /\A[-+]?\d+/]
        found && parts[letter == 'Y' ? :year : :cwyear] = found.to_i
        found && at + found.length
      when 'y', 'g'
        found = rest[/\A\d{1,2}/]
        return nil unless found

        parts[letter == 'y' ? :year : :cwyear] = found.to_i
        parts[:_cent] ||= found.to_i >= 69 ? 19 : 20
        at + found.length
      when 'L', 'N'
        found = rest[digits_follow ? /\A[-+]?\d{1,#{letter == 'L' ? 3 : 9}}/ : /\A[-+]?\d+/]
        found && parts[:sec_fraction] = Rational(found.to_i, 10**found.delete('-+').length)
        found && at + found.length
      when 'P', 'p'
        found = rest[/\A[ap](?:m\b|\.m\.)/i]
        found && parts[:_merid] = found[0].casecmp?('p') ? 12 : 0
        found && at + found.length
      when 's'
        found = rest[/\A-?\d+/]
        found && parts[:seconds] = found.to_i
        found && at + found.length
      when 'Q'
        found = rest[/\A-?\d+/]
        found && parts[:seconds] = Rational(found.to_i, 1000)
        found && at + found.length
      when 'Z', 'z'
        found = rest[ZONE_TEXT]
        return nil unless found

        parts[:zone] = found
        parts[:offset] = zone_seconds(found)
        at + found.length
      when 'n', 't' then at + rest[/\A\s*/].length
      when '%' then rest.start_with?('%') ? at + 1 : nil
      end
    end

    def read_number(text, at, parts, key, length, allowed)
      found = text[at..][/\A#{length == 2 && %i[mday hour].include?(key) ? ' ?' : ''}\d{1,#{length}}/]
      found = found[0, length] if found
      return nil unless found && allowed.cover?(found.to_i)

      parts[key] = found.to_i
      at + found.length
    end

    def read_name(rest, at, names, first)
      names.each_with_index do |name, index|
        [name, name[0, 3]].each do |each|
          next unless rest[0, each.length].casecmp?(each)

          yield index + first
          return at + each.length
        end
      end
      nil
    end

    def finish(parts)
      if (century = parts.delete(:_cent))
        parts[:year] += century * 100 if parts[:year]
        parts[:cwyear] += century * 100 if parts[:cwyear]
      end
      if (half = parts.delete(:_merid)) && parts[:hour]
        parts[:hour] = parts[:hour] % 12 + half
      end
      parts
    end
  end
end
