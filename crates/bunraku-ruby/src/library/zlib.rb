# Zlib: its checksums. Nothing here compresses.
module Zlib
  def self.crc32(text = '', sum = 0)
    @crc_table ||= (0..255).map do |value|
      8.times { value = value.odd? ? (value >> 1) ^ 0xEDB88320 : value >> 1 }
      value
    end
    table = @crc_table
    sum ^= 0xFFFFFFFF
    text.each_byte { |byte| sum = table[(sum ^ byte) & 0xFF] ^ (sum >> 8) }
    sum ^ 0xFFFFFFFF
  end

  def self.adler32(text = '', sum = 1)
    low = sum & 0xFFFF
    high = sum >> 16
    text.each_byte do |byte|
      low = (low + byte) % 65_521
      high = (high + low) % 65_521
    end
    (high << 16) | low
  end
end
