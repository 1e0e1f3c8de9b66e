# Lets Ruby answer a file of cases: ruby -Ku answer.rb FILE rewrites the answers in FILE.
#
# To add cases, write lines without an answer (options, pattern and text, separated by tabs) and run this.
# The form of a file is described at the top of ruby.cases.
require "timeout"
Encoding.default_external = Encoding.default_internal = "UTF-8"
$VERBOSE = nil

def decode(field)
  field.gsub(/%\{(\h*)\}/) { $1.empty? ? "" : [$1.hex].pack("U") }
end

def answer(options, pattern, text)
  flags = 0
  flags |= Regexp::IGNORECASE if options.include?("i")
  flags |= Regexp::MULTILINE if options.include?("m")
  flags |= Regexp::EXTENDED if options.include?("x")
  begin
    regexp = Regexp.new(decode(pattern), flags)
  rescue RegexpError
    return "error"
  end
  begin
    match = Timeout.timeout(2) { regexp.match(decode(text)) }
  rescue Timeout::Error
    return "limit"
  rescue RegexpError
    # Ruby compiles an ASCII pattern again when it meets other text, and some patterns fail only then.
    return "raises"
  end
  return "nil" unless match
  (0...match.size).map { |i| match.begin(i) ? match.byteoffset(i).join("-") : "nil" }.join(" ")
end

unless MatchData.method_defined?(:byteoffset)
  class MatchData
    def byteoffset(group)
      first, last = offset(group)
      [string[0...first].bytesize, string[0...last].bytesize]
    end
  end
end

ARGV.each do |path|
  lines = File.readlines(path, chomp: true).map do |line|
    next line if line.empty? || line.start_with?("#")
    options, pattern, text, = line.split("\t", -1)
    [options, pattern, text, answer(options, pattern, text || "")].join("\t")
  end
  File.write(path, lines.join("\n") + "\n")
end
