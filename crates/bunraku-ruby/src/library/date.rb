# Date: calendar dates. DateTime adds a time of day.
class Date
  include Comparable

  class Error < ArgumentError; end

  # The first day of the Gregorian calendar: 15 October 1582 in Italy, 14 September 1752 in England.
  ITALY = 2_299_161
  ENGLAND = 2_361_222
  JULIAN = Float::INFINITY
  GREGORIAN = -Float::INFINITY

  MONTHNAMES = [nil, 'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September',
                'October', 'November', 'December'].freeze
  ABBR_MONTHNAMES = [nil, 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].freeze
  DAYNAMES = %w[Sunday Monday Tuesday Wednesday Thursday Friday Saturday].freeze
  ABBR_DAYNAMES = %w[Sun Mon Tue Wed Thu Fri Sat].freeze

  # The Julian day number of 1 January 1970.
  EPOCH = 2_440_588
  private_constant :EPOCH

  class << self
    def civil(year = -4712, month = 1, day = 1, start = ITALY)
      [year, month, day].each { |each| number(each) }
      at_day(civil_day(year.floor, month.floor, day.floor, start) || invalid, start)
    end

    def new(*args)
      civil(*args)
    end

    def jd(day = 0, start = ITALY)
      at_day(number(day).floor, start)
    end

    def ordinal(year = -4712, day = 1, start = ITALY)
      at_day(ordinal_day(number(year), number(day), start) || invalid, start)
    end

    def commercial(year = -4712, week = 1, day = 1, start = ITALY)
      at_day(commercial_day(number(year), number(week), number(day), start) || invalid, start)
    end

    def today(start = ITALY)
      now = Time.now
      civil(now.year, now.month, now.day, start)
    end

    def valid_civil?(year, month, day, start = ITALY)
      return false unless [year, month, day].all?(Numeric)

      !civil_day(year, month, day, start).nil?
    end
    alias valid_date? valid_civil?

    def valid_ordinal?(year, day, start = ITALY)
      [year, day].all?(Numeric) && !ordinal_day(year, day, start).nil?
    end

    def valid_commercial?(year, week, day, start = ITALY)
      [year, week, day].all?(Numeric) && !commercial_day(year, week, day, start).nil?
    end

    def valid_jd?(day, _start = ITALY)
      day.is_a?(Numeric)
    end

    def gregorian_leap?(year)
      raise TypeError, 'invalid year (not numeric)' unless year.is_a?(Numeric)

      (year % 4).zero? && !(year % 100).zero? || (year % 400).zero?
    end
    alias leap? gregorian_leap?

    # The date of a time, in the time zone of the time.
    def date_of(time)
      Date.civil(time.year, time.month, time.day)
    end

    def datetime_of(time)
      date = Date.civil(time.year, time.month, time.day)
      seconds = time.hour * 3600 + time.min * 60 + time.sec
      DateTime.at_moment(date.jd, seconds, time.subsec, time.utc_offset)
    end

    # A date by its Julian day number.
    def at_day(day, start = ITALY)
      date = allocate
      date.send(:set, day, start)
      date
    end

    # The Julian day number of a calendar date, or nil if the date does not exist.
    def civil_day(year, month, day, start = ITALY)
      month += 13 if month < 0
      return nil unless month.between?(1, 12)

      if day < 0
        found = last_day(year, month, start) + day + 1
        return civil_of(found, start).first(2) == [year, month] ? found : nil
      end
      found = number_of(year, month, day, start)
      civil_of(found, start) == [year, month, day] ? found : nil
    end

    def ordinal_day(year, day, start)
      first = first_day(year, start)
      day < 0 && day = first_day(year + 1, start) - first + day + 1
      found = first + day - 1
      day >= 1 && civil_of(found, start)[0] == year ? found : nil
    end

    def commercial_day(year, week, day, start)
      day += 8 if day < 0
      week = commercial_of(commercial_number(year + 1, 1, 1, start) + week * 7, start)[1] if week < 0
      found = commercial_number(year, week, day, start)
      commercial_of(found, start) == [year, week, day] ? found : nil
    end

    # Year, month and day of a Julian day number.
    def civil_of(number, start)
      if number < start
        c = 0
        b = number + 32_082
      else
        a = number + 32_044
        c = (4 * a + 3).div(146_097)
        b = a - (146_097 * c).div(4)
      end
      d = (4 * b + 3).div(1461)
      e = b - (1461 * d).div(4)
      m = (5 * e + 2).div(153)
      [100 * c + d - 4800 + m.div(10), m + 3 - 12 * m.div(10), e - (153 * m + 2).div(5) + 1]
    end

    def first_day(year, start)
      number_of(year, 1, 1, start)
    end

    # Year, week and weekday of a Julian day number.
    def commercial_of(number, start)
      year = civil_of(number - 3, start)[0]
      year += 1 if number >= commercial_number(year + 1, 1, 1, start)
      week = 1 + (number - commercial_number(year, 1, 1, start)).div(7)
      day = (number + 1) % 7
      [year, week, day.zero? ? 7 : day]
    end

    private

    def number_of(year, month, day, start)
      a = (14 - month).div(12)
      y = year + 4800 - a
      m = month + 12 * a - 3
      days = day + (153 * m + 2).div(5) + 365 * y + y.div(4)
      gregorian = days - y.div(100) + y.div(400) - 32_045
      gregorian < start ? days - 32_083 : gregorian
    end

    def last_day(year, month, start)
      year, month = month == 12 ? [year + 1, 1] : [year, month + 1]
      number_of(year, month, 1, start) - 1
    end

    def commercial_number(year, week, day, start)
      fourth = first_day(year, start) + 3
      fourth - (fourth % 7) + 7 * (week - 1) + (day - 1)
    end

    def number(value)
      raise TypeError, "invalid #{value.nil? ? 'day' : 'date'} (not numeric)" unless value.is_a?(Numeric)

      value
    end

    def invalid
      raise Date::Error, 'invalid date'
    end
  end

  attr_reader :jd

  def start
    @start.to_f
  end

  def year
    @civil[0]
  end

  def month
    @civil[1]
  end
  alias mon month

  def day
    @civil[2]
  end
  alias mday day

  def wday
    (@jd + 1) % 7
  end

  def yday
    @jd - Date.first_day(year, @start) + 1
  end

  def cwyear
    Date.commercial_of(@jd, @start)[0]
  end

  def cweek
    Date.commercial_of(@jd, @start)[1]
  end

  def cwday
    wday.zero? ? 7 : wday
  end

  def mjd
    @jd - 2_400_001
  end

  def ld
    @jd - 2_299_160
  end

  def ajd
    Rational(@jd * 2 - 1, 2)
  end

  def amjd
    ajd - Rational(4_800_001, 2)
  end

  def day_fraction
    0
  end

  DAYNAMES.each_with_index do |name, index|
    define_method("#{name.downcase}?") { wday == index }
  end

  def leap?
    return Date.gregorian_leap?(year) if gregorian?

    (year % 4).zero?
  end

  def julian?
    @jd < @start
  end

  def gregorian?
    !julian?
  end

  def new_start(start = ITALY)
    copy = dup
    copy.send(:set, @jd, start)
    copy
  end

  def gregorian
    new_start(GREGORIAN)
  end

  def julian
    new_start(JULIAN)
  end

  def italy
    new_start(ITALY)
  end

  def england
    new_start(ENGLAND)
  end

  def +(other)
    raise TypeError, 'expected numeric' unless other.is_a?(Numeric)

    later(other)
  end

  # The number of days between two dates, or a date a number of days earlier.
  def -(other)
    case other
    when Date then ajd - other.ajd
    when Numeric then later(-other)
    else raise TypeError, 'expected numeric'
    end
  end

  # The date a number of months later: the same day, or the last day of a shorter month.
  def >>(other)
    raise TypeError, 'expected numeric' unless other.is_a?(Numeric)

    total = year * 12 + (month - 1) + other.floor
    target_year, target_month = total.div(12), total % 12 + 1
    day = self.day
    day -= 1 until (found = Date.civil_day(target_year, target_month, day, @start))
    later(found - @jd)
  end

  def <<(other)
    raise TypeError, 'expected numeric' unless other.is_a?(Numeric)

    self >> -other
  end

  def next_day(count = 1)
    self + count
  end

  def prev_day(count = 1)
    self - count
  end

  def next_month(count = 1)
    self >> count
  end

  def prev_month(count = 1)
    self << count
  end

  def next_year(count = 1)
    self >> count * 12
  end

  def prev_year(count = 1)
    self << count * 12
  end

  def next
    next_day
  end
  alias succ next

  def step(limit, by = 1)
    return to_enum(:step, limit, by) unless block_given?
    raise ArgumentError, "step can't be 0" if by.zero?

    date = self
    while by.positive? ? date <= limit : date >= limit
      yield date
      date += by
    end
    self
  end

  def upto(last, &block)
    return to_enum(:upto, last) unless block

    step(last, 1, &block)
  end

  def downto(last, &block)
    return to_enum(:downto, last) unless block

    step(last, -1, &block)
  end

  def <=>(other)
    case other
    when Date then ajd <=> other.ajd
    when Numeric then ajd <=> other
    end
  end

  def ==(other)
    (self <=> other) == 0
  end

  def ===(other)
    case other
    when Date then @jd == other.jd
    when Numeric then @jd == other
    else false
    end
  end

  def eql?(other)
    other.is_a?(Date) && self == other
  end

  def hash
    ajd.hash
  end

  def to_s
    # Negative years have four digits as well.
    format('%s%04d-%02d-%02d', year < 0 ? '-' : '', year.abs, month, day)
  end
  alias iso8601 to_s
  alias xmlschema to_s

  def inspect
    "#<Date: #{self} ((#{@jd}j,0s,0n),+0s,#{format('%.0f', @start)}j)>"
  end

  def strftime(format = '%F')
    # Unlike Time, Date keeps a percent sign at the end.
    return strftime(format.chop) + '%' if format[/%*\z/].length.odd?

    zone = zone_text
    format = format.gsub(/%%|%[-0^#_:]*\d*[EO]?[Z+Qc]/) do |directive|
      case directive[-1]
      when 'Z' then directive == '%Z' ? zone : directive
      when 'Q' then (to_epoch * 1000).floor.to_s
      when '+' then "%a %b %e %H:%M:%S #{zone} %Y"
      else directive
      end
    end
    fields_as_time.strftime(format)
  end

  def asctime
    strftime('%a %b %e %H:%M:%S %Y')
  end
  alias ctime asctime

  def rfc3339
    strftime('%Y-%m-%dT%H:%M:%S%:z')
  end

  def rfc2822
    strftime('%a, %-d %b %Y %T %z')
  end
  alias rfc822 rfc2822

  def httpdate
    new_offset_text('%a, %d %b %Y %T GMT')
  end

  def to_time
    Time.local(year, month, day)
  end

  def to_date
    Date.at_day(@jd, @start)
  end

  def to_datetime
    DateTime.at_moment(@jd, 0, 0, 0, @start)
  end

  def deconstruct_keys(keys)
    all = { year: year, month: month, day: day, yday: yday, wday: wday, zone: zone_text }
    keys ? all.slice(*keys) : all
  end

  private

  def set(day, start)
    @jd = day
    @start = start
    @civil = Date.civil_of(day, start)
  end

  def later(days)
    self.class.at_day((@jd + days).floor, @start)
  end

  def zone_text
    '+00:00'
  end

  def fields_as_time
    Time.new(year, month, day, 0, 0, 0, '+00:00')
  end

  def new_offset_text(format)
    strftime(format)
  end

  def to_epoch
    (@jd - EPOCH) * 86_400
  end
end
