# Fills in the answers of hocon.cases with the hocon library: ruby answer_hocon.rb
require 'fileutils'
require 'hocon'
require 'hocon/config_error'
require 'tmpdir'

FILE = File.join(__dir__, 'hocon.cases')
# What texts may refer to; the same as in hocon.rs.
ENV['HOCON_TEST'] = 'from the environment'
FILES = {
  'a.conf' => "x = 1\ninclude \"sub/b\"\n",
  'sub/b.conf' => "fromb = ${x}\ninclude \"c.json\"\n",
  'sub/c.json' => '{"j": 1}',
  'rel.conf' => "p = ${q}\nq = 7\nr = ${?outer}\n",
  'bad.conf' => "x = [\n",
  'bad.json' => "x = 1\n",
  'both.conf' => "fromconf = 1\n",
  'both.json' => '{"fromjson": 1, "fromconf": 2}'
}.freeze

head, *blocks = File.read(FILE, encoding: 'utf-8').split("\n\n")
Dir.mktmpdir do |dir|
  FILES.each do |name, text|
    FileUtils.mkdir_p(File.dirname("#{dir}/files/#{name}"))
    File.write("#{dir}/files/#{name}", text)
  end
  Dir.chdir(dir)
  blocks = blocks.map do |block|
    lines = block.lines(chomp: true).reject { |line| line.start_with?('= ') || line.empty? }
    next if lines.empty?
    answer = begin
      Hocon.parse(lines.map { |line| "#{line[2..]}\n" }.join).inspect
    rescue StandardError, NotImplementedError, SystemStackError
      'error'
    end
    (lines + ["= #{answer}"]).join("\n")
  end
  Dir.chdir(__dir__)
end
File.write(FILE, ([head] + blocks.compact).join("\n\n") + "\n")
