# Writes properties.tbl and folding.tbl beside this script, asking the running ruby what each property holds.
#
# Usage: ruby generate.rb NAMES...   where each NAMES is a text file whose words are candidate property names.
# Names that this ruby rejects are left out, so a generous list is fine. The tables in the repository were made
# with ruby 3.1.2 (Unicode 13.0) and describe exactly what `\p{...}` and `/i` mean there.
#
# properties.tbl: one property per line, `name,alias,...=RANGES`. RANGES is a list of numbers: the distance of each
# range's start from the end of the one before, then the range's length minus one. A number is written in base 32,
# least significant digit first, with the alphabet below; a digit that is followed by more of its number has 32 added.
# folding.tbl: one character per line, `CODE=CODE CODE...` in hexadecimal, the full case folding of a character.
Encoding.default_external = "UTF-8"
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"

def number(n)
  out = +""
  loop do
    digit = n & 31
    n >>= 5
    out << DIGITS[n.zero? ? digit : digit + 32]
    return out if n.zero?
  end
end

all = ((0..0xD7FF).to_a + (0xE000..0x10FFFF).to_a).pack("U*")
names = ARGV.flat_map { |file| File.read(file).split(/[\s;,"]+/) }
names = names.map { |name| name.downcase.delete(" _-") }.uniq.grep(/\A[a-z0-9=.]+\z/)
by_ranges = Hash.new { |hash, key| hash[key] = [] }
names.each do |name|
  next unless (pattern = Regexp.new("\\p{#{name}}+") rescue nil)
  text = +""
  last = 0
  all.scan(pattern) do |run|
    # A run that spans the surrogates is one range here: they can not occur in text.
    first = run[0].ord
    text << number(first - last) << number(run[-1].ord - first)
    last = run[-1].ord
  end
  by_ranges[text] << name
end
File.write(File.join(__dir__, "properties.tbl"),
           by_ranges.map { |text, group| "#{group.sort.join(",")}=#{text}\n" }.sort.join)

folds = all.each_char.filter_map do |char|
  fold = char.downcase(:fold)
  "%x=%s\n" % [char.ord, fold.codepoints.map { |c| c.to_s(16) }.join(" ")] if fold != char
end
File.write(File.join(__dir__, "folding.tbl"), folds.join)
