# Runs checks of puppet-lint over manifests and prints what they say, a JSON line for each file.
#   ruby files.rb CHECKS FIXES PLUGIN...
# CHECKS and FIXES are names with commas: those that report, and those that fix; a PLUGIN is a folder with a `lib`. The
# paths of manifests are the lines of the input; puppet-lint's `lib` is on the load path.

require 'json'
ENV.delete('GITHUB_ACTION')
require 'puppet-lint'

checks, fixes, *plugins = ARGV
plugins.sort.each do |folder|
  $LOAD_PATH.unshift("#{folder}/lib")
  Dir["#{folder}/lib/*.rb"].sort.each do |file|
    require(file) # some plugins share code that the main file of the gem has
  rescue LoadError, NameError
    nil # others have tasks for Rake there
  end
  Dir["#{folder}/lib/puppet-lint/plugins/**/*.rb"].sort.each { |file| require(file) }
end

def choose(names, fix)
  PuppetLint.configuration.fix = fix
  names = names.split(',')
  PuppetLint.configuration.checks.each do |check|
    PuppetLint.configuration.send(names.include?(check.to_s) ? :"enable_#{check}" : :"disable_#{check}")
  end
end

# Prints nothing and goes on where puppet-lint would explain its own failure and end.
def quietly
  out = $stdout
  $stdout = File.open(File::NULL, 'w')
  yield
rescue SystemExit, StandardError
  nil
ensure
  $stdout = out
end

def run(path)
  lint = PuppetLint.new
  lint.file = path
  lint.run
  lint
end

$stdout.sync = false
puts JSON.generate(PuppetLint.configuration.checks.select { |check| checks.split(',').include?(check.to_s) })
$stdin.each_line(chomp: true) do |path|
  choose(checks, false)
  said = quietly { run(path).problems }
  places = said&.map { |problem| [problem[:check], problem[:kind], problem[:line], problem[:column]] }
  choose(fixes, true)
  fixed = fixes.empty? ? nil : quietly { run(path).manifest }
  puts JSON.generate(path:, places:, fixed:)
rescue JSON::GeneratorError, EncodingError
  puts JSON.generate(path:, places: nil, fixed: nil)
end
