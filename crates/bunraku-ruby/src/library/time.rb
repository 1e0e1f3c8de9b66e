# The part of Time that parses strings.
class Time
  class << self
    # Parses a date and time in the usual notations. Larger parts that are missing are taken from the current time.
    def parse_text(text, now = nil)
      parts = Date._parse(text, !block_given?, limit: nil)
      parts[:year] = yield(parts[:year]) if parts[:year] && block_given?
      of_parts(parts, now, "no time information in #{text.inspect}")
    end

    def parse_iso8601(text)
      found = /\A\s*(-?\d{4,})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(Z|[-+]\d\d(?::?\d\d)?)?\s*\z/i.match(text)
      raise ArgumentError, "invalid xmlschema format: #{text.inspect}" unless found

      *fields, fraction, zone = found.captures
      at_fields(fields.map(&:to_i), fraction_of(fraction), zone)
    end

    def parse_httpdate(text)
      parts = Date._httpdate(text)
      raise ArgumentError, "not RFC 2616 compliant date: #{text.inspect}" if parts.empty?

      utc(*parts.values_at(:year, :mon, :mday, :hour, :min, :sec))
    end

    def parse_rfc2822(text)
      parts = Date._rfc2822(text)
      raise ArgumentError, "not RFC 2822 compliant date: #{text.inspect}" if parts.empty?

      at_fields(parts.values_at(:year, :mon, :mday, :hour, :min, :sec), 0, parts[:zone] == '-0000' ? 'UTC' : parts[:zone])
    end

    def parse_format(text, format, now = nil)
      parts = Date._strptime(text, format)
      raise ArgumentError, "invalid date or strptime format - `#{text}' `#{format}'" unless parts

      if (seconds = parts[:seconds])
        time = at(seconds + (parts[:sec_fraction] || 0))
        return parts[:zone] ? shown_in(time, parts[:zone]) : time
      end
      parts[:year] = yield(parts[:year]) if parts[:year] && block_given?
      of_parts(parts, now, "no time information in #{text.inspect}")
    end

    # Seconds east of Greenwich by the names of time zones in mail headers.
    def offset_of_zone(zone, _year = nil)
      names = { 'UTC' => 0, 'Z' => 0, 'UT' => 0, 'GMT' => 0, 'EST' => -5, 'EDT' => -4, 'CST' => -6, 'CDT' => -5,
                'MST' => -7, 'MDT' => -6, 'PST' => -8, 'PDT' => -7 }
      zone = zone.upcase
      return Date.zone_seconds(zone) if zone.match?(/\A[-+]\d\d(:?\d\d(:?\d\d)?)?\z/) || zone.match?(/\A[A-IK-Y]\z/)

      names.key?(zone) ? names[zone] * 3600 : nil
    end

    private

    def of_parts(parts, now, complaint)
      day_of_year(parts, now) if parts[:yday] && !parts[:mon]
      fields = %i[year mon mday hour min sec]
      raise ArgumentError, complaint if fields.none? { |field| parts.key?(field) } && !parts.key?(:sec_fraction)

      fields = parts.values_at(*fields)
      known = fields.index { |field| !field.nil? } || 5
      if known.positive?
        now ||= self.now
        offset = parts[:zone] && zone_offset(parts[:zone])
        now = now.getlocal(offset) if offset
        today = [now.year, now.month, now.day, now.hour, now.min, now.sec]
        known.times { |index| fields[index] = today[index] }
      end
      first = [nil, 1, 1, 0, 0, 0]
      fields = fields.each_with_index.map { |field, index| field || first[index] }
      at_fields(fields, parts[:sec_fraction] || 0, parts[:zone])
    end

    def day_of_year(parts, now)
      year = parts[:year] || (now || self.now).year
      unless Date.valid_ordinal?(year, parts[:yday]) && parts[:yday].positive?
        raise ArgumentError, "yday #{parts[:yday]} out of range"
      end

      date = Date.ordinal(year, parts[:yday])
      parts.update(year: year, mon: date.month, mday: date.day)
    end

    def at_fields(fields, fraction, zone)
      fields[1] = 1 if fields[1] == 0
      fields[2] = 1 if fields[2] == 0
      offset = zone && zone_offset(zone)
      return local(*fields) + fraction unless offset
      return utc(*fields) + fraction if %w[UTC Z -00:00].include?(zone.upcase)

      # In Ruby, names without an offset are in the local time zone, which is UTC here.
      time = utc(*fields) - offset + fraction
      time.localtime(offset)
    end

    def shown_in(time, zone)
      offset = zone_offset(zone)
      %w[UTC Z].include?(zone.upcase) || offset.nil? ? time.utc : time.localtime(offset)
    end

    def fraction_of(digits)
      digits.to_s.empty? ? 0 : Rational(digits.to_i, 10**digits.length)
    end
  end
end
