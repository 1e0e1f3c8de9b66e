# Fills in the results of the real Ruby in the case files: `ruby tests/answer.rb [tests/cases/string.cases ...]`.
#
# A case file consists of blocks, separated by a line `===`. A block is a line `# title`, a program, and a line `>> `
# with the `inspect` of the program's value, or the class and message of the exception that it raises.

def answer(program)
  reader, writer = IO.pipe
  child = fork do
    $stderr.reopen(File::NULL)
    $stdout.reopen(File::NULL)
    text =
      begin
        eval(program, TOPLEVEL_BINDING, 'case.rb').inspect
      rescue Exception => error
        "#{error.class}: #{error.message}"
      end
    writer.write(text.gsub("\n", '\n'))
    writer.close
    exit!(0)
  end
  writer.close
  text = reader.read.force_encoding('UTF-8')
  Process.wait(child)
  text
end

files = ARGV.empty? ? Dir[File.join(__dir__, 'cases', '*.cases')] : ARGV
files.each do |file|
  blocks = File.read(file).split(/^===\n/).reject { |block| block.strip.empty? }
  answered = blocks.map do |block|
    program = block.lines.reject { |line| line.start_with?('>> ') }.join.strip
    "#{program}\n>> #{answer(program)}\n"
  end
  File.write(file, answered.join("===\n"))
end
