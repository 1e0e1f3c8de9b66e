# The numbers of the address families. There is no network access.
class Socket
  AF_UNSPEC = 0
  AF_INET = 2
  AF_INET6 = 10
end

# IPAddr: IPv4 and IPv6 addresses and networks. The names of its variables are Ruby's, because code reads them.
class IPAddr
  include Comparable

  class Error < ArgumentError; end
  class InvalidAddressError < Error; end
  class AddressFamilyError < Error; end
  class InvalidPrefixError < InvalidAddressError; end

  INET = Socket::AF_INET
  INET6 = Socket::AF_INET6

  attr_reader :family

  def initialize(address = '::', family = nil)
    if address.is_a?(Integer)
      raise AddressFamilyError, 'address family must be specified' unless [INET, INET6].include?(family)

      @family = family
      @addr = address
      @mask_addr = all_ones
      check_number
      return
    end
    text, length = address.to_s.split('/', 2)
    raise InvalidAddressError, "invalid address: #{address}" if text.nil? || length == ''

    read(text, address)
    if family && family != @family && family != 0
      raise InvalidAddressError, "invalid address: #{address}"
    end
    @mask_addr = all_ones
    mask!(length, address) if length
  end

  def self.new_ntoh(bytes)
    new(ntop(bytes))
  end

  def self.ntop(bytes)
    case bytes.bytesize
    when 4 then bytes.unpack('C4').join('.')
    when 16 then bytes.unpack('n8').map { |group| group.to_s(16) }.join(':')
    else raise AddressFamilyError, 'unsupported address family'
    end
  end

  def ipv4?
    @family == INET
  end

  def ipv6?
    @family == INET6
  end

  def to_i
    @addr
  end

  def to_s
    return dotted(@addr) + zone if ipv4?

    short(@addr) + zone
  end

  def to_string
    return dotted(@addr) if ipv4?

    long(@addr) + zone
  end

  def zone_id
    raise InvalidAddressError, 'not an IPv6 address' unless ipv6?

    @zone
  end

  def inspect
    mask = ipv4? ? dotted(@mask_addr) : long(@mask_addr)
    "#<IPAddr: #{ipv4? ? 'IPv4' : 'IPv6'}:#{to_string}/#{mask}>"
  end

  def netmask
    ipv4? ? dotted(@mask_addr) : long(@mask_addr)
  end

  def prefix
    @mask_addr.to_s(2).count('1')
  end

  def prefix=(length)
    mask!(length.to_s, to_s)
  end

  def mask(length)
    copy = dup
    copy.send(:mask!, length.to_s, to_s)
    copy
  end

  def include?(other)
    other = coerce_other(other)
    return false unless other.family == @family

    range = to_range
    range.first.to_i <= other.to_range.first.to_i && other.to_range.last.to_i <= range.last.to_i
  end
  alias === include?

  def to_range
    first = with_number(@addr & @mask_addr)
    last = with_number(@addr | (all_ones ^ @mask_addr))
    first..last
  end

  def succ
    with_number(@addr + 1)
  end

  def |(other)
    changed(@addr | number_of(other))
  end

  def &(other)
    changed(@addr & number_of(other))
  end

  def ~
    changed(all_ones ^ @addr)
  end

  def >>(bits)
    changed(@addr >> bits)
  end

  def <<(bits)
    changed((@addr << bits) & all_ones)
  end

  def ==(other)
    other = coerce_other(other)
    @family == other.family && @addr == other.to_i
  rescue StandardError
    false
  end

  def <=>(other)
    other = coerce_other(other)
    return nil unless other.family == @family

    @addr <=> other.to_i
  rescue StandardError
    nil
  end

  def eql?(other)
    other.is_a?(IPAddr) && self == other
  end

  def hash
    [@family, @addr, @mask_addr].hash
  end

  def loopback?
    ipv4? ? @addr >> 24 == 127 : @addr == 1
  end

  def private?
    return @addr >> 121 == 0x7e if ipv6?

    @addr >> 24 == 10 || @addr >> 20 == 0xac1 || @addr >> 16 == 0xc0a8
  end

  def link_local?
    ipv4? ? @addr >> 16 == 0xa9fe : @addr >> 118 == 0x3fa
  end

  def ipv4_mapped?
    ipv6? && @addr >> 32 == 0xffff
  end

  def ipv4_mapped
    raise InvalidAddressError, "not an IPv4 address: #{self}" unless ipv4?

    IPAddr.new(@addr | 0xffff_0000_0000, INET6)
  end

  def ipv4_compat?
    ipv6? && @addr >> 32 == 0 && @addr > 1
  end

  def native
    ipv4_mapped? || ipv4_compat? ? IPAddr.new(@addr & 0xffff_ffff, INET) : self
  end

  def hton
    ipv4? ? [@addr].pack('N') : 7.downto(0).map { |group| (@addr >> (16 * group)) & 0xffff }.pack('n8')
  end

  def reverse
    ipv4? ? "#{dotted(@addr).split('.').reverse.join('.')}.in-addr.arpa" : ip6_arpa
  end

  def ip6_arpa
    raise InvalidAddressError, "not an IPv6 address: #{self}" unless ipv6?

    "#{nibbles}.ip6.arpa"
  end

  def ip6_int
    raise InvalidAddressError, "not an IPv6 address: #{self}" unless ipv6?

    "#{nibbles}.ip6.int"
  end

  private

  def read(text, whole)
    text = Regexp.last_match(1) if text =~ /\A\[(.*)\]\z/
    if text =~ /\A(.*)(%\w+)\z/ && text.include?(':')
      text = Regexp.last_match(1)
      @zone = Regexp.last_match(2)
    end
    if text.include?(':')
      @family = INET6
      @addr = number_of_groups(groups(text, whole))
    else
      @family = INET
      @addr = number_of_dotted(text, whole)
    end
  end

  def number_of_dotted(text, whole)
    parts = text.split('.', -1)
    unless parts.length == 4 && parts.all? { |part| part =~ /\A\d{1,3}\z/ && part.to_i < 256 }
      raise InvalidAddressError, "invalid address: #{whole}"
    end
    if parts.any? { |part| part.length > 1 && part.start_with?('0') }
      raise InvalidAddressError, "zero-filled number in IPv4 address is ambiguous: #{whole}"
    end

    parts.inject(0) { |number, part| number * 256 + part.to_i }
  end

  # The eight groups of an IPv6 address. `::` stands for as many zeros as are missing.
  def groups(text, whole)
    if text =~ /\A(.*:)(\d+\.\d+\.\d+\.\d+)\z/
      front = Regexp.last_match(1)
      last = number_of_dotted(Regexp.last_match(2), whole)
      text = "#{front}#{(last >> 16).to_s(16)}:#{(last & 0xffff).to_s(16)}"
    end
    halves = text.split('::', -1)
    raise InvalidAddressError, "invalid address: #{whole}" if halves.length > 2

    halves = halves.map { |half| half.split(':', -1) }
    if halves.flatten.any? { |group| group !~ /\A\h{1,4}\z/ }
      raise InvalidAddressError, "invalid address: #{whole}"
    end

    missing = 8 - halves.flatten.length
    if halves.length == 1 ? missing != 0 : missing < 1
      raise InvalidAddressError, "invalid address: #{whole}"
    end

    halves.length == 1 ? halves[0] : halves[0] + ['0'] * missing + halves[1]
  end

  def number_of_groups(groups)
    groups.inject(0) { |number, group| (number << 16) + group.hex }
  end

  def bits
    ipv4? ? 32 : 128
  end

  def all_ones
    (1 << bits) - 1
  end

  def check_number
    return if @addr >= 0 && @addr <= all_ones

    raise InvalidAddressError, "invalid address: #{@addr}"
  end

  # Sets the mask from a prefix length or an address, and reduces the address to the network.
  def mask!(length, whole)
    if length =~ /\A\d+\z/
      raise InvalidPrefixError, "leading zeros in prefix: #{whole}" if length =~ /\A0\d/

      length = length.to_i
      raise InvalidPrefixError, "invalid length: #{whole}" if length > bits

      @mask_addr = all_ones ^ (all_ones >> length)
    else
      mask = IPAddr.new(length)
      raise InvalidPrefixError, 'address family is not same' unless mask.family == @family

      @mask_addr = mask.to_i
      inverse = all_ones ^ @mask_addr
      raise InvalidPrefixError, "invalid mask #{length}: #{whole}" unless (inverse & (inverse + 1)).zero?
    end
    @addr &= @mask_addr
    self
  end

  def zone
    @zone.to_s
  end

  def dotted(number)
    [24, 16, 8, 0].map { |shift| (number >> shift) & 255 }.join('.')
  end

  def long(number)
    7.downto(0).map { |group| format('%04x', (number >> (16 * group)) & 0xffff) }.join(':')
  end

  # The short notation, in which the longest run of zeros is written as `::`.
  def short(number)
    # IPv4-mapped addresses are written with the IPv4 address.
    return "::ffff:#{dotted(number & 0xffff_ffff)}" if number >> 32 == 0xffff
    return "::#{dotted(number)}" if (number >> 32).zero? && number > 0xffff

    groups = 7.downto(0).map { |group| ((number >> (16 * group)) & 0xffff).to_s(16) }
    text = groups.join(':')
    run = text.scan(/(?<![^:])0(?::0)+(?![^:])/).max_by(&:length)
    return text unless run

    front, back = text.split(/(?<![^:])#{run}(?![^:])/, 2)
    "#{front.chomp(':')}::#{back.sub(/\A:/, '')}"
  end

  def nibbles
    long(@addr).delete(':').reverse.chars.join('.')
  end

  # A single address of the same family, without a network.
  def with_number(number)
    IPAddr.new(number, @family)
  end

  # A copy with another number and the same mask.
  def changed(number)
    copy = dup
    copy.instance_variable_set(:@addr, number)
    copy
  end

  def coerce_other(other)
    case other
    when IPAddr then other
    when Integer then IPAddr.new(other, @family)
    else IPAddr.new(other.to_s)
    end
  end

  def number_of(other)
    other.is_a?(Integer) ? other : coerce_other(other).to_i
  end
end
