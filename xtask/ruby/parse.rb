# Puppet's parser as a service: reads one JSON request a line and answers each with one line of JSON.
#
#   {"text": "...", "template": false}  ->  {"tree": ...}, {"untold": true}, {"pattern": true}, {"broken": true}
#                                           or {"line": 3, "message": "..."}
#   {"bench": [[path, template], ...]}  ->  {"bytes": 123, "seconds": 4.5}
#
# Only the parser runs, without Puppet's validation of what it has read.
require 'json'
require 'puppet'
Puppet.initialize_settings([])
require 'puppet/pops'
require 'puppet/pops/pn'

def parser(template)
  template ? Puppet::Pops::Parser::EppParser.new : Puppet::Pops::Parser::Parser.new
end

def answer(text, template)
  program = parser(template).parse_string(text, nil)
  begin
    { tree: Puppet::Pops::Model::PNTransformer.transform(program).to_data }
  rescue NoMethodError, ArgumentError
    # The notation has no form for some programs that the parser accepts.
    { untold: true }
  end
rescue RegexpError
  # Puppet hands patterns to Ruby while it reads; our grammar does not look into them.
  { pattern: true }
rescue NoMethodError, SystemStackError
  { broken: true }
rescue Puppet::ParseError => e
  { line: e.line, message: e.message.lines.first.to_s.chomp }
rescue StandardError => e
  { line: nil, message: "#{e.class}: #{e.message.lines.first}".chomp }
end

def bench(files)
  texts = files.map { |path, template| [File.read(path, encoding: 'utf-8'), template] }
  start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  bytes = 0
  texts.each do |text, template|
    begin
      parser(template).parse_string(text, nil)
      bytes += text.bytesize
    rescue Puppet::ParseError, ArgumentError
      next
    end
  end
  { bytes: bytes, seconds: Process.clock_gettime(Process::CLOCK_MONOTONIC) - start }
end

$stdout.sync = true
puts JSON.generate(version: Puppet.version)
STDIN.set_encoding('utf-8')
STDIN.each_line do |line|
  request = JSON.parse(line, max_nesting: false)
  result = request['bench'] ? bench(request['bench']) : answer(request['text'], request['template'])
  puts JSON.generate(result, max_nesting: 0)
end
