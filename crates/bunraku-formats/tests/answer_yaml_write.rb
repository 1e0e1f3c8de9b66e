# Fills in the answers of yaml_write.cases with the Psych of the Ruby that runs this: ruby answer_yaml_write.rb
# A line is a JSON array: the value, the options of `Psych.dump`, and what it writes.
require 'json'
require 'yaml'

FILE = File.join(__dir__, 'yaml_write.cases')

lines = File.readlines(FILE, chomp: true).map do |line|
  value, options = JSON.parse(line)
  JSON.generate([value, options, Psych.dump(value, **options.transform_keys(&:to_sym))])
end
File.write(FILE, lines.join("\n") + "\n")
