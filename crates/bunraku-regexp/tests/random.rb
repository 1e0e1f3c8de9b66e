# Writes random cases for answer.rb and the example `compare`: ruby -Ku random.rb SEED COUNT > FILE
#
# Three kinds of patterns: built from pieces, built from pieces and then damaged, and random syntax characters.
srand(ARGV[0].to_i)
COUNT = ARGV[1].to_i
Encoding.default_external = Encoding.default_internal = "UTF-8"

ATOMS = %w[a a a b b c . \\w \\d \\s \\W \\h ^ $ \\b \\B \\A \\z \\Z \\G [ab] [^a] [a-c] [^b-z] [[:alpha:]] [a-c&&b-d] [\\w-]
           é ß ss \\p{L} \\P{L} \\n \\R \\X x 1 _ - \\K \\x61 \\u00e9 [é-ü] [[a]b] \\S \\D (?#c) ab abc aa].freeze
QUANTIFIERS = %w[* + ? *? +? ?? *+ ++ ?+ {2} {1,2} {0,2} {2,} {,2} {1,2}? {2}? {2}+ {0} {3,12}].freeze
TEXT = ["a", "a", "a", "b", "b", "c", "é", "ß", "s", "S", "A", "B", "1", "_", " ", "-", "\n", "x", "\r", "É"].freeze
SYNTAX = %w{( ) [ ] \{ \} * + ? | ^ $ . \\ - a b 1 < > ! = : # & , ' i m x k g p P d w ~ 0 2}.freeze

def pick(list) = list[rand(list.size)]

def piece(depth)
  case depth <= 0 ? rand(10) : rand(30)
  when 0..11 then pick(ATOMS)
  when 12 then "(#{alternation(depth - 1)})"
  when 13, 14 then "(#{alternation(depth - 1)})"
  when 15 then rand(4).zero? ? "(?~#{branch(depth - 2)})" : "(?:#{alternation(depth - 1)})"
  when 16 then "(?>#{alternation(depth - 1)})"
  when 17 then "(?=#{alternation(depth - 1)})"
  when 18 then "(?!#{alternation(depth - 1)})"
  when 19 then "(?<=#{alternation(depth - 2)})"
  when 20 then "(?<!#{alternation(depth - 2)})"
  when 21 then pick(["(?i:#{alternation(depth - 1)})", "(?m:#{alternation(depth - 1)})", "(?i)", "(?m-i)", "(?x) a #b\n", "(?u:\\w)", "(?a:\\w)"])
  when 22 then $named ? "(?<#{pick(%w[n m])}>#{alternation(depth - 1)})" : "\\#{1 + rand(3)}"
  when 23 then $named ? "\\k<#{pick(%w[n m])}>" : "\\#{1 + rand(2)}"
  when 24 then $named ? "\\g<#{pick(%w[n m])}>" : "\\g<#{pick(%w[0 1 2 -1 +1])}>"
  when 25 then $named ? "(?(<n>)#{alternation(depth - 1)})" : "(?(#{1 + rand(2)})#{alternation(depth - 1)})"
  when 26 then "(#{piece(depth - 1)}#{pick(QUANTIFIERS)})#{pick(QUANTIFIERS)}"
  when 27 then "(?:#{piece(depth - 1)}#{pick(QUANTIFIERS)})#{pick(QUANTIFIERS)}"
  else pick(ATOMS)
  end
end

def branch(depth)
  Array.new(1 + rand(3)) { piece(depth) + (rand(3).zero? ? pick(QUANTIFIERS) : "") }.join
end

def alternation(depth)
  Array.new(rand(4).zero? ? 2 + rand(2) : 1) { rand(12).zero? ? "" : branch(depth) }.join("|")
end

def damage(pattern)
  at = rand(pattern.size + 1)
  case rand(3)
  when 0 then pattern[0...at] + pick(SYNTAX) + pattern[at..]
  when 1 then pattern[0...at] + (pattern[at + 1..] || "")
  else pattern[0...at] + pick(SYNTAX) + (pattern[at + 1..] || "")
  end
end

def encode(text)
  return "%{}" if text.empty?
  text.gsub(/%\{|[\x00-\x1f\x7f]/) { |found| found.chars.map { |c| "%{#{c.ord.to_s(16).upcase}}" }.join }
end

COUNT.times do |i|
  $named = rand(4).zero?
  pattern = case i % 4
            when 0, 1 then alternation(3)
            when 2 then damage(alternation(2))
            else Array.new(1 + rand(10)) { pick(SYNTAX) }.join
            end
  options = %w[- - - i m x mi].sample
  2.times do
    text = Array.new(rand(9)) { pick(TEXT) }.join
    puts [options, encode(pattern), encode(text)].join("\t")
  end
end
