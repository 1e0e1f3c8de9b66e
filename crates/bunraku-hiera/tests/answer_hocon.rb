# Fills in the answers of hocon.cases with the hocon library: ruby answer_hocon.rb
require 'hocon'
require 'hocon/config_error'

FILE = File.join(__dir__, 'hocon.cases')
head, *blocks = File.read(FILE, encoding: 'utf-8').split("\n\n")
blocks = blocks.map do |block|
  lines = block.lines(chomp: true).reject { |line| line.start_with?('= ') || line.empty? }
  next if lines.empty?
  answer = begin
    Hocon.parse(lines.map { |line| "#{line[2..]}\n" }.join).inspect
  rescue StandardError, NotImplementedError
    'error'
  end
  (lines + ["= #{answer}"]).join("\n")
end
File.write(FILE, ([head] + blocks.compact).join("\n\n") + "\n")
