# Answers searches: a line with a pattern and a string in hexadecimal digits is followed by the byte ranges of the match
# and its groups, `nil` without a match, `error` for a pattern that Ruby refuses.
require "timeout"
Encoding.default_external = Encoding.default_internal = "UTF-8"
$VERBOSE = nil
$stdout.sync = true

def text(hex)
  [hex || ""].pack("H*").force_encoding("UTF-8")
end

def answer(pattern, string)
  begin
    regexp = Regexp.new(pattern)
  rescue RegexpError
    return "error"
  end
  match = Timeout.timeout(2) { regexp.match(string) }
  return "nil" unless match

  groups = (0...match.size).map do |group|
    next "nil" unless match.begin(group)

    first, last = match.offset(group)
    "#{string[0...first].bytesize}-#{string[0...last].bytesize}"
  end
  groups.join(" ")
rescue Timeout::Error
  "limit"
rescue StandardError
  "raises"
end

$stdin.each_line do |line|
  pattern, string = line.chomp.split(/ /, -1)
  puts answer(text(pattern), text(string))
end
