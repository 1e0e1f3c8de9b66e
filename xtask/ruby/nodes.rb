# Compiles nodes of an environment with the real Puppet, in one process. Reads a line of JSON per node
# ({"node", "facts": FILE, "times"}) and answers with the seconds that its catalogs took.
#
#   RUBYLIB=PUPPET/lib ruby nodes.rb ENVIRONMENT_FOLDER
require 'fileutils'
require 'json'
require 'tmpdir'
require 'puppet'

environment = File.realpath(ARGV.fetch(0))
base = Dir.mktmpdir('nodes')
at_exit { FileUtils.rm_rf(base) }
%w[conf var environments].each { |name| FileUtils.mkdir_p(File.join(base, name)) }
FileUtils.ln_s(environment, File.join(base, 'environments', 'production'))
Puppet.initialize_settings(["--confdir=#{base}/conf", "--vardir=#{base}/var", "--environmentpath=#{base}/environments"])
Puppet[:strict] = :warning
Puppet[:strict_variables] = false
Puppet.settings.preferred_run_mode = :server
Puppet::Util::Log.close_all
Puppet.push_context(Puppet.base_context(Puppet.settings))

clock = -> { Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) }
$stdout.sync = true
$stdin.each_line do |line|
  asked = JSON.parse(line)
  begin
    production = Puppet.lookup(:environments).get!(:production)
    values = JSON.parse(File.read(asked['facts']))
    values = values['values'] || values
    seconds = Array.new(asked['times']) do
      facts = Puppet::Node::Facts.new(asked['node'], Marshal.load(Marshal.dump(values)))
      node = Puppet::Node.new(asked['node'], environment: production, facts: facts)
      node.merge(facts.values)
      start = clock.call
      Puppet.override(current_environment: production) do
        catalog = Puppet::Parser::Compiler.compile(node)
        catalog.filter(&:virtual?).to_resource.to_json
      end
      clock.call - start
    end
    puts JSON.generate('seconds' => seconds)
  rescue StandardError => e
    puts JSON.generate('error' => e.message)
  end
end
