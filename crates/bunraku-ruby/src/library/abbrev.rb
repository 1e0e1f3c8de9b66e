# Abbrev: the unambiguous abbreviations of words.
module Abbrev
  def self.abbrev(words, pattern = nil)
    pattern = /\A#{Regexp.escape(pattern)}/ if pattern.is_a?(String)
    found = Hash.new { |owners, start| owners[start] = [] }
    words.each do |word|
      (1..word.size).reverse_each { |size| found[word[0, size]] << word }
    end
    table = {}
    found.each do |start, owners|
      table[start] = owners.first if owners.size == 1 && (pattern.nil? || pattern.match?(start))
    end
    words.each { |word| table[word] = word if pattern.nil? || pattern.match?(word) }
    table
  end
end

class Array
  def abbrev(pattern = nil)
    Abbrev.abbrev(self, pattern)
  end
end
