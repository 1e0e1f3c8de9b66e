
# DateTime: a date with a time of day and an offset.
class DateTime < Date
  class << self
    def civil(year = -4712, month = 1, day = 1, hour = 0, minute = 0, second = 0, offset = 0, start = Date::ITALY)
      [year, month, day, hour, minute, second].each { |each| number(each) }
      found = civil_day(year, month, day.floor, start) || invalid
      seconds = time_seconds(hour, minute, second) || invalid
      seconds += (day - day.floor) * 86_400
      at_seconds(found * 86_400 + exact(seconds), offset_seconds(offset), start)
    end

    def jd(day = 0, hour = 0, minute = 0, second = 0, offset = 0, start = Date::ITALY)
      seconds = time_seconds(hour, minute, second) || invalid
      at_seconds(exact(day * 86_400) + exact(seconds), offset_seconds(offset), start)
    end

    def ordinal(year = -4712, day = 1, hour = 0, minute = 0, second = 0, offset = 0, start = Date::ITALY)
      found = ordinal_day(year, day, start) || invalid
      jd(found, hour, minute, second, offset, start)
    end

    def commercial(year = -4712, week = 1, day = 1, hour = 0, minute = 0, second = 0, offset = 0, start = Date::ITALY)
      found = commercial_day(year, week, day, start) || invalid
      jd(found, hour, minute, second, offset, start)
    end

    def now(_start = Date::ITALY)
      datetime_of(Time.now)
    end

    def at_moment(day, seconds, fraction, offset, start = Date::ITALY)
      moment = at_day(day, start)
      moment.send(:set_time, seconds, fraction, offset)
      moment
    end

    # By the seconds since the first day, in local time.
    def at_seconds(total, offset, start = Date::ITALY)
      whole = total.floor
      at_moment(whole.div(86_400), whole % 86_400, total - whole, offset, start)
    end

    def exact(seconds)
      seconds.is_a?(Float) ? Rational((seconds * 1_000_000_000).round, 1_000_000_000) : seconds
    end

    private

    def time_seconds(hour, minute, second)
      hour += 24 if hour < 0
      minute += 60 if minute < 0
      second += 60 if second < 0
      fits = hour < 24 && minute < 60 && second < 60 || hour == 24 && minute == 0 && second == 0
      fits ? hour * 3600 + minute * 60 + second : nil
    end

    def offset_seconds(offset)
      return Date.zone_seconds(offset) || 0 if offset.is_a?(String)
      raise TypeError, 'invalid offset' unless offset.is_a?(Numeric)

      (offset * 86_400).round
    end
  end

  def hour
    @seconds.div(3600)
  end

  def min
    @seconds.div(60) % 60
  end
  alias minute min

  def sec
    @seconds % 60
  end
  alias second sec

  def sec_fraction
    @fraction.to_r
  end
  alias second_fraction sec_fraction

  def offset
    Rational(@offset, 86_400)
  end

  def zone
    zone_text
  end

  def new_offset(offset = 0)
    seconds = DateTime.send(:offset_seconds, offset)
    DateTime.at_seconds(clock - @offset + seconds, seconds, @start)
  end

  def ajd
    Rational(clock - @offset, 86_400) - Rational(1, 2)
  end

  def day_fraction
    Rational(@seconds + @fraction, 86_400)
  end

  def to_s
    strftime('%Y-%m-%dT%H:%M:%S%:z')
  end

  def iso8601(digits = 0)
    fraction = digits.positive? ? ".%#{digits}N" : ''
    strftime("%Y-%m-%dT%H:%M:%S#{fraction}%:z")
  end
  alias xmlschema iso8601
  alias rfc3339 iso8601

  def inspect
    utc = @jd * 86_400 + @seconds - @offset
    nanos = (@fraction * 1_000_000_000).to_i
    offset = format('%+d', @offset)
    "#<DateTime: #{self} ((#{utc.div(86_400)}j,#{utc % 86_400}s,#{nanos}n),#{offset}s,#{format('%.0f', @start)}j)>"
  end

  def strftime(format = '%FT%T%:z')
    super
  end

  def to_time
    fields_as_time
  end

  def to_datetime
    self
  end

  def deconstruct_keys(keys)
    all = super(nil).merge(hour: hour, minute: min, second: sec, sec_fraction: sec_fraction)
    keys ? all.slice(*keys) : all
  end

  private

  def set_time(seconds, fraction, offset)
    @seconds = seconds
    @fraction = fraction
    @offset = offset
  end

  def set(day, start)
    super
    set_time(0, 0, 0) unless @seconds
  end

  # The local time of day in seconds.
  def clock
    @jd * 86_400 + @seconds + @fraction
  end

  def later(days)
    DateTime.at_seconds(clock + DateTime.exact(days * 86_400), @offset, @start)
  end

  def zone_text
    hours, minutes = @offset.abs.divmod(3600)
    format('%s%02d:%02d', @offset < 0 ? '-' : '+', hours, minutes / 60)
  end

  def fields_as_time
    Time.new(year, month, day, hour, min, sec, zone_text) + @fraction
  end

  def new_offset_text(format)
    new_offset.strftime(format)
  end

  def to_epoch
    clock - @offset - 2_440_588 * 86_400
  end
end
