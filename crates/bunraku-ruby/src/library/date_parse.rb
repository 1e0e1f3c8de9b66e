
# Parses dates in the usual notations.
class Date
  # Seconds east of Greenwich by the name of the time zone.
  ZONES = {
    'utc' => 0, 'gmt' => 0, 'ut' => 0, 'z' => 0, 'wet' => 0, 'west' => 3600, 'bst' => 3600, 'cet' => 3600,
    'met' => 3600, 'cest' => 7200, 'mest' => 7200, 'eet' => 7200, 'sast' => 7200, 'eest' => 10_800, 'msk' => 10_800,
    'msd' => 14_400, 'ist' => 19_800, 'jst' => 32_400, 'kst' => 32_400, 'est' => -18_000, 'edt' => -14_400,
    'cst' => -21_600, 'cdt' => -18_000, 'mst' => -25_200, 'mdt' => -21_600, 'pst' => -28_800, 'pdt' => -25_200,
    'ast' => -14_400, 'adt' => -10_800, 'hst' => -36_000, 'akst' => -32_400, 'akdt' => -28_800,
  }.freeze
  MONTH = /jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/i.freeze
  ZONE = /(?:gmt|utc?)?[-+]\d+(?:[,.:]\d+(?::\d+)?)?|[[:alpha:].\s]+(?:standard|daylight)\stime\b|[[:alpha:]]+(?:\sdst)?\b/i.freeze
  CLOCK = /(\d+\b\s*h(?:\s*\d+m?(?:\s*\d+s?)?)?|\d+h(?:\s*\d+m?(?:\s*\d+s?)?)?|\d+\s*:\s*\d+(?:\s*:\s*\d+(?:[,.]\d*)?)?)?/i.freeze
  private_constant :ZONES, :MONTH, :ZONE, :CLOCK

  class << self
    def parse(text = '-4712-01-01', comp = true, start = ITALY, limit: 128)
      from_parts(_parse(text, comp, limit: limit), start)
    end

    def iso8601(text = '-4712-01-01', start = ITALY, limit: 128)
      from_parts(_iso8601(text, limit: limit), start)
    end

    def xmlschema(text = '-4712-01-01', start = ITALY, limit: 128)
      from_parts(_iso8601(text, limit: limit), start)
    end

    def rfc3339(text = '-4712-01-01T00:00:00+00:00', start = ITALY, limit: 128)
      parts = _iso8601(text, limit: limit)
      from_parts(parts[:offset] && parts[:hour] ? parts : {}, start)
    end

    def rfc2822(text = 'Mon, 1 Jan -4712 00:00:00 +0000', start = ITALY, limit: 128)
      from_parts(_rfc2822(text, limit: limit), start)
    end
    alias rfc822 rfc2822

    def httpdate(text = 'Mon, 01 Jan -4712 00:00:00 GMT', start = ITALY, limit: 128)
      from_parts(_httpdate(text, limit: limit), start)
    end

    # The parts of a date and time in a string, in any of the usual notations.
    def _parse(text, comp = true, limit: 128)
      text = checked(text, limit)
      rest = text.gsub(%r{[^-+',./:@[:alnum:]\[\]]+}, ' ')
      parts = {}
      rest = take_weekday(rest, parts)
      rest = take_time(rest, parts)
      full_year = false
      %i[take_european take_american take_iso take_jis take_vms take_slashes take_dots take_weeks take_year
         take_month take_day take_digits].each do |step|
        found = send(step, rest, parts)
        next unless found

        full_year = found == :full
        break
      end
      if parts.delete(:bc)
        parts[:year] = 1 - parts[:year] if parts[:year]
        parts[:cwyear] = 1 - parts[:cwyear] if parts[:cwyear]
      end
      %i[year cwyear].each do |key|
        year = parts[key]
        next unless comp && year && !parts[:full] && !full_year && year.between?(0, 99)

        parts[key] += year >= 69 ? 1900 : 2000
      end
      parts.delete(:full)
      parts[:offset] = zone_seconds(parts[:zone]) if parts[:zone]
      parts
    end

    def _iso8601(text, limit: 128)
      text = checked(text, limit)
      clock = '(?:[T\s](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?\s*(Z|[-+]\d\d(?::?\d\d)?)?)?'
      date, time = nil
      if (found = /\A\s*([-+]?\d{4,})-(\d\d)-(\d\d)#{clock}\s*\z/i.match(text)) ||
         (found = /\A\s*([-+]?\d{4})(\d\d)(\d\d)#{clock}\s*\z/i.match(text))
        date = { year: found[1].to_i, mon: found[2].to_i, mday: found[3].to_i }
        time = found.captures[3..]
      elsif (found = /\A\s*(\d{4})-?(\d{3})#{clock}\s*\z/i.match(text))
        date = { year: found[1].to_i, yday: found[2].to_i }
        time = found.captures[2..]
      elsif (found = /\A\s*(\d{4})-?W(\d\d)-?(\d)#{clock}\s*\z/i.match(text))
        date = { cwyear: found[1].to_i, cweek: found[2].to_i, cwday: found[3].to_i }
        time = found.captures[3..]
      end
      date ? date.merge(time_parts(*time)) : {}
    end
    alias _xmlschema _iso8601
    alias _rfc3339 _iso8601

    def _rfc2822(text, limit: 128)
      found = /\A\s*(?:(sun|mon|tue|wed|thu|fri|sat)\s*,\s+)?(\d{1,2})\s+(#{MONTH})\s+(-?\d{2,})\s+
                (\d\d):(\d\d)(?::(\d\d))?\s*([-+]\d{4}|[[:alpha:]]+)\s*\z/ix.match(checked(text, limit))
      return {} unless found

      year = found[4].to_i
      year += year >= 50 ? 1900 : 2000 if found[4].length < 4
      parts = found[1] ? { wday: weekday_of(found[1]) } : {}
      parts.merge(mday: found[2].to_i, mon: month_of(found[3]), year: year)
           .merge(time_parts(found[5], found[6], found[7], nil, found[8]))
    end
    alias _rfc822 _rfc2822

    def _httpdate(text, limit: 128)
      found = /\A\s*(sun|mon|tue|wed|thu|fri|sat)\s*,\s+(\d\d)\s+(#{MONTH})\s+(-?\d{4})\s+
                (\d\d):(\d\d):(\d\d)\s+(gmt)\s*\z/ix.match(checked(text, limit))
      return {} unless found

      { wday: weekday_of(found[1]), mday: found[2].to_i, mon: month_of(found[3]), year: found[4].to_i }
        .merge(time_parts(found[5], found[6], found[7], nil, found[8]))
    end

    # Seconds east of Greenwich of a time zone, or nil if it is unknown.
    def zone_seconds(zone)
      name = zone.downcase.sub(/\s+(standard|daylight)\s+time\z/, '').strip
      shift = zone =~ /\s(daylight time|dst)\z/i ? 3600 : 0
      name = name.sub(/\s+dst\z/, '')
      return ZONES[name] + shift if ZONES.key?(name)
      return letter_seconds(name) if name.match?(/\A[a-z]\z/)

      found = /\A(?:gmt|utc?)?([-+])(\d+)(?:([,.:])(\d+)(?::(\d+))?)?\z/.match(name)
      return nil unless found

      sign = found[1] == '-' ? -1 : 1
      sign * zone_size(found)
    end

    # A date from its known parts. Larger parts that are missing are taken from today.
    def from_parts(parts, start = ITALY)
      found = parts.empty? ? nil : day_of_parts(complete(parts), start)
      invalid unless found
      made_of(found, parts, start)
    end

    private

    def checked(text, limit)
      raise TypeError, "no implicit conversion of #{text.nil? ? 'nil' : text.class} into String" unless text.respond_to?(:to_str)
      raise ArgumentError, "string length (#{text.length}) exceeds the limit #{limit}" if limit && text.length > limit

      text.to_str
    end

    def made_of(day, _parts, start)
      at_day(day, start)
    end

    def letter_seconds(letter)
      east, west = 'abcdefghiklm'.index(letter), 'nopqrstuvwxy'.index(letter)
      return (east + 1) * 3600 if east

      west ? -(west + 1) * 3600 : 0
    end

    def zone_size(found)
      hours, mark, more, seconds = found.captures.last(4)
      return hours.to_i * 3600 + more.to_i * 60 + seconds.to_i if mark == ':'
      return (hours.to_i * 3600 + "0.#{more}".to_r * 3600).to_i if mark
      return hours.to_i * 3600 if hours.length <= 2

      hours = "0#{hours}" if hours.length.odd?
      hours[0, 2].to_i * 3600 + hours[2, 2].to_i * 60 + hours[4, 2].to_i
    end

    def time_parts(hour, minute, second, fraction, zone)
      parts = {}
      parts[:hour] = hour.to_i if hour
      parts[:min] = minute.to_i if minute
      parts[:sec] = second.to_i if second
      parts[:sec_fraction] = Rational(fraction.to_i, 10**fraction.length) if fraction && !fraction.empty?
      if zone
        parts[:zone] = zone
        parts[:offset] = zone_seconds(zone)
      end
      parts
    end

    def month_of(name)
      ABBR_MONTHNAMES.index(name[0, 3].capitalize)
    end

    def weekday_of(name)
      ABBR_DAYNAMES.index(name[0, 3].capitalize)
    end

    def take_weekday(rest, parts)
      rest.sub(/\b(sun|mon|tue|wed|thu|fri|sat)[^-\/\d\s]*/i) do
        parts[:wday] = weekday_of($1)
        ' '
      end
    end

    def take_time(rest, parts)
      pattern = /(\d+\s*h(?:\s*\d+m?(?:\s*\d+s?)?)?(?![[:alpha:]])|\d+\s*:\s*\d+(?:\s*:\s*\d+(?:[,.]\d*)?)?)
                 (\s*[ap](?:m\b|\.m\.))?(?:\s*(#{ZONE}))?|(\d+)(\s*[ap](?:m\b|\.m\.))(?:\s*(#{ZONE}))?/ix
      rest.sub(pattern) do
        clock, half, zone = $1 ? [$1, $2, $3] : [$4, $5, $6]
        numbers = clock.scan(/\d+(?:[,.]\d*)?/)
        hour = numbers[0].to_i
        hour = hour % 12 + (half.strip[0].downcase == 'p' ? 12 : 0) if half
        parts[:zone] = zone if zone
        parts[:hour] = hour
        parts[:min] = numbers[1].to_i if numbers[1]
        if numbers[2]
          second, fraction = numbers[2].split(/[,.]/)
          parts[:sec] = second.to_i
          parts[:sec_fraction] = Rational(fraction.to_i, 10**fraction.length) if fraction && !fraction.empty?
        end
        ' '
      end
    end

    # `3rd Feb 2001`
    def take_european(rest, parts)
      found = /('?\d+)[^-\d\s]*\s*\b(#{MONTH})[^-\d\s']*(?:\s*(c(?:e|\.e\.)|b(?:ce|\.c\.e\.)|a(?:d|\.d\.)|b(?:c|\.c\.))?\s*('?-?\d+(?:(?:st|nd|rd|th)\b)?))?/i.match(rest)
      return unless found

      parts[:bc] = true if found[3] && found[3][0].casecmp?('b')
      in_order(parts, found[4], month_of(found[2]).to_s, found[1])
    end

    # `Feb 3, 2001`
    def take_american(rest, parts)
      found = /\b(#{MONTH})[^-\d\s']*\s*('?\d+)[^-\d\s']*(?:\s*,?\s*(c(?:e|\.e\.)|b(?:ce|\.c\.e\.)|a(?:d|\.d\.)|b(?:c|\.c\.))?\s*('?-?\d+))?/i.match(rest)
      return unless found

      parts[:bc] = true if found[3] && found[3][0].casecmp?('b')
      in_order(parts, found[4], month_of(found[1]).to_s, found[2])
    end

    def take_iso(rest, parts)
      found = /('?[-+]?\d+)-(\d+)-('?-?\d+)/.match(rest)
      found && in_order(parts, found[1], found[2], found[3])
    end

    # Years of Japanese eras.
    def take_jis(rest, parts)
      found = /\b([mtshr])(\d+)\.(\d+)\.(\d+)/i.match(rest)
      return unless found

      first = { 'm' => 1867, 't' => 1911, 's' => 1925, 'h' => 1988, 'r' => 2018 }[found[1].downcase]
      parts.update(year: found[2].to_i + first, mon: found[3].to_i, mday: found[4].to_i)
      :full
    end

    def take_vms(rest, parts)
      if (found = /('?-?\d+)-(#{MONTH})[^-\/.]*-('?-?\d+)/i.match(rest))
        in_order(parts, found[3], month_of(found[2]).to_s, found[1])
      elsif (found = /\b(#{MONTH})[^-\/.]*-('?-?\d+)(?:-('?-?\d+))?/i.match(rest))
        in_order(parts, found[3], month_of(found[1]).to_s, found[2])
      end
    end

    def take_slashes(rest, parts)
      found = %r{('?-?\d+)/\s*('?\d+)(?:\D\s*('?-?\d+))?}.match(rest)
      found && in_order(parts, found[1], found[2], found[3])
    end

    def take_dots(rest, parts)
      found = /('?-?\d+)\.\s*('?\d+)\.\s*('?-?\d+)/.match(rest)
      found && in_order(parts, found[1], found[2], found[3])
    end

    # `2001-W05-6`, `-W05-6`, `2001-034`, `--02-03`
    def take_weeks(rest, parts)
      if (found = /\b(\d{2}|\d{4})?-?w(\d{2})(?:-?(\d))?\b/i.match(rest))
        parts[:cwyear] = found[1].to_i if found[1]
        parts[:cweek] = found[2].to_i
        parts[:cwday] = found[3].to_i if found[3]
        true
      elsif (found = /-w-(\d)\b/i.match(rest))
        parts[:cwday] = found[1].to_i
      elsif (found = /--(\d{2})?-(\d{2})\b/.match(rest))
        parts[:mon] = found[1].to_i if found[1]
        parts[:mday] = found[2].to_i
      elsif (found = /--(\d{2})(\d{2})?\b/.match(rest))
        parts[:mon] = found[1].to_i
        parts[:mday] = found[2].to_i if found[2]
        true
      elsif !/[,.](\d{2}|\d{4})-\d{3}\b/.match?(rest) && (found = /\b(\d{2}|\d{4})-(\d{3})\b/.match(rest))
        parts.update(year: found[1].to_i, yday: found[2].to_i)
        found[1].length == 4 ? :full : true
      end
    end

    def take_year(rest, parts)
      found = /'(\d+)\b/.match(rest)
      found && parts[:year] = found[1].to_i
    end

    def take_month(rest, parts)
      found = /\b(#{MONTH})\S*/i.match(rest)
      found && parts[:mon] = month_of(found[1])
    end

    def take_day(rest, parts)
      found = /(\d+)(st|nd|rd|th)\b/i.match(rest)
      found && parts[:mday] = found[1].to_i
    end

    # Digits without separators. Their number tells what they mean.
    def take_digits(rest, parts)
      found = /([-+]?)(\d{2,14})(?:\s*t?\s*(\d{2,6})?(?:[,.](\d*))?)?(z\b|[-+]\d{1,4}\b|\[[-+]?\d[^\]]*\])?/i.match(rest)
      return unless found

      digits = found[2]
      lengths = DIGITS[digits.length]
      return unless lengths

      at = 0
      lengths.each do |key, length|
        value = digits[at, length].to_i
        value = -value if key == :year && found[1] == '-'
        parts[key] = value
        at += length
      end
      take_digits_of_time(found, parts)
      digits.length >= 8 || digits.length == 7 ? :full : true
    end

    def take_digits_of_time(found, parts)
      if found[3]
        hour, minute, second = found[3].scan(/\d\d?/)
        parts[:hour] = hour.to_i
        parts[:min] = minute.to_i if minute
        parts[:sec] = second.to_i if second
      end
      fraction = found[4]
      parts[:sec_fraction] = Rational(fraction.to_i, 10**fraction.length) if fraction && !fraction.empty?
      parts[:zone] = found[5].delete('[]') if found[5]
    end

    # The year among three numbers is recognized by its length or an apostrophe.
    def in_order(parts, year, month, day)
      year, month, day = day, year, month if year && month && !day
      if year.nil?
        year, day = day, nil if day && (day.length > 2 || day.start_with?("'"))
      end
      if year && !year.match?(/\A'?-?\d+/)
        year, day = day, year
      end
      if month && (month.start_with?("'") || month.length > 2)
        year, month, day = month, day, year
      end
      if day && (day.start_with?("'") || day[/\d+/].length > 2)
        year, day = day, year
      end
      full = false
      if year
        full = year.match?(/\A[-+]/) || year[/\d+/].length > 2
        parts[:year] = year[/[-+]?\d+/].to_i
      end
      parts[:mon] = month[/\d+/].to_i if month
      parts[:mday] = day[/\d+/].to_i if day
      full ? :full : true
    end

    KINDS = [
      [:time, []],
      [:civil, %i[year mon mday]],
      [:ordinal, %i[year yday]],
      [:jd, %i[jd]],
      [:wday, %i[wday]],
      [:commercial, %i[cwyear cweek cwday wday]],
      [:sundays, %i[year wnum0 wday]],
      [:mondays, %i[year wnum1 wday]],
    ].freeze

    DIGITS = {
      2 => { mday: 2 }, 3 => { yday: 3 }, 4 => { mon: 2, mday: 2 }, 5 => { year: 2, yday: 3 },
      6 => { year: 2, mon: 2, mday: 2 }, 7 => { year: 4, yday: 3 }, 8 => { year: 4, mon: 2, mday: 2 },
      10 => { year: 4, mon: 2, mday: 2, hour: 2 }, 12 => { year: 4, mon: 2, mday: 2, hour: 2, min: 2 },
      14 => { year: 4, mon: 2, mday: 2, hour: 2, min: 2, sec: 2 },
    }.freeze

    # Completes the kind of date that most of the parts belong to.
    def complete(parts)
      return parts if parts.key?(:seconds) || parts.key?(:jd)

      parts = parts.dup
      parts[:wday] ||= parts[:cwday] % 7 if parts[:cwday] && (parts[:wnum0] || parts[:wnum1])
      kind, = KINDS.max_by.with_index { |(_, names), index| [names.count { |name| parts.key?(name) }, -index] }
      case kind
      when :time then parts[:jd] = Date.today.jd if self <= DateTime && parts.key?(:hour)
      when :civil then fill(parts, year: [:year, nil], mon: [:month, 1], mday: [:day, 1])
      when :ordinal then fill(parts, year: [:year, nil], yday: [:yday, 1])
      when :commercial
        parts[:cwday] ||= parts[:wday].zero? ? 7 : parts[:wday] if parts[:wday]
        fill(parts, cwyear: [:cwyear, nil], cweek: [:cweek, 1], cwday: [:cwday, 1])
      when :wday
        now = Date.today
        parts[:jd] = now.jd - now.wday + parts[:wday]
      when :sundays then fill(parts, year: [:year, nil], wnum0: [:yday, 0], wday: [:wday, 0])
      when :mondays then fill(parts, year: [:year, nil], wnum1: [:yday, 0], wday: [:wday, 1])
      end
      parts
    end

    def fill(parts, fields)
      before = true
      fields.each do |key, (method, first)|
        before = false if parts.key?(key)
        parts[key] = before ? Date.today.send(method) : first unless parts.key?(key)
      end
    end

    def day_of_parts(parts, start)
      return nil unless valid_time?(parts)
      return EPOCH + (parts[:seconds] + (parts[:offset] || 0)).div(86_400) if parts[:seconds]
      return parts[:jd] if parts[:jd]
      return ordinal_day(parts[:year], parts[:yday], start) if parts[:yday] && parts[:year]
      return civil_day(parts[:year], parts[:mon], parts[:mday], start) if parts[:year] && parts[:mon] && parts[:mday]
      if parts[:cwyear] && parts[:cweek] && parts[:cwday]
        return commercial_day(parts[:cwyear], parts[:cweek], parts[:cwday], start)
      end

      week_day(parts, start)
    end

    # By the week of the year, where weeks start on Sunday (%U) or Monday (%W).
    def week_day(parts, start)
      return nil unless parts[:year] && (parts[:wday] || parts[:cwday])

      first = first_day(parts[:year], start)
      wday = parts[:wday] || parts[:cwday] % 7
      found =
        if parts[:wnum0] then first + 6 - (first + 7) % 7 + 7 * (parts[:wnum0] - 1) + wday
        elsif parts[:wnum1] then first + 6 - (first + 6) % 7 + 7 * (parts[:wnum1] - 1) + (wday - 1) % 7
        end
      found && civil_of(found, start)[0] == parts[:year] ? found : nil
    end

    def valid_time?(parts)
      hour, minute, second = parts[:hour] || 0, parts[:min] || 0, parts[:sec] || 0
      return true unless self <= DateTime

      hour <= 24 && minute < 60 && second <= 60 && (hour < 24 || minute + second == 0)
    end
  end
end

class DateTime
  class << self
    def _strptime(text, format = '%FT%T%z')
      super
    end

    def strptime(text = '-4712-01-01T00:00:00+00:00', format = '%FT%T%z', start = Date::ITALY)
      super
    end

    private

    def made_of(day, parts, start)
      if parts[:seconds]
        total = parts[:seconds] + (parts[:sec_fraction] || 0) + (parts[:offset] || 0) + 2_440_588 * 86_400
        return at_seconds(total, parts[:offset] || 0, start)
      end
      seconds = (parts[:hour] || 0) * 3600 + (parts[:min] || 0) * 60 + [parts[:sec] || 0, 59].min
      at_moment(day + seconds.div(86_400), seconds % 86_400, parts[:sec_fraction] || 0, parts[:offset] || 0, start)
    end
  end
end
