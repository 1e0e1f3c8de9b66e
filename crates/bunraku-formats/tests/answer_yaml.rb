# Fills in the answers of yaml.cases with the Psych of the Ruby that runs this:
#   RUBYLIB=PUPPET/lib ruby answer_yaml.rb
require 'json'
require 'yaml'
require 'date'

FILE = File.join(__dir__, 'yaml.cases')

def keys_to_text(value)
  case value
  when Hash then value.to_h { |k, v| [k.is_a?(Symbol) ? k.to_s : k, keys_to_text(v)] }
  when Array then value.map { |v| keys_to_text(v) }
  when :undef then nil
  else value
  end
end

def flawed?(value, top)
  case value
  when Symbol then ![:default, :undef].include?(value)
  when Hash then value.any? { |k, v| flawed?(v, false) || !(top || k.is_a?(String) || k.is_a?(Numeric)) }
  when Array then value.any? { |v| flawed?(v, false) }
  else false
  end
end

def answer(text)
  data = YAML.safe_load(text, permitted_classes: [Symbol], aliases: true)
  data = keys_to_text(data)
  flawed?(data, true) ? 'flaw' : data.inspect
rescue StandardError, Psych::Exception, SystemStackError
  'error'
end

head, *blocks = File.read(FILE, encoding: 'utf-8').split("\n\n")
blocks = blocks.map do |block|
  lines = block.lines(chomp: true).reject { |line| line.start_with?('= ') || line.empty? }
  next if lines.empty?
  text = lines[0].start_with?('j ') ? JSON.parse(lines[0][2..]) : lines.map { |line| line[2..].to_s + "\n" }.join
  (lines + ["= #{answer(text)}"]).join("\n")
end
File.write(FILE, ([head] + blocks.compact).join("\n\n") + "\n")
