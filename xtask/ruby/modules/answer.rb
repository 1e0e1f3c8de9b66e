# Compiles recorded inputs with the real Puppet, in one process.
#   RUBYLIB=PUPPET/lib ruby answer.rb INPUTS ANSWERS SCRATCH
# INPUTS has a line of JSON for each; ANSWERS gets a line with the `catalog`, or with the `error` and its places. The
# working folder is that of the module; manifests are `SCRATCH/N.pp`.
require 'json'
require 'timeout'
require 'puppet'

# Generous, because code that is interrupted while it loads a type leaves that type broken for all inputs after it.
SECONDS = 300

inputs, answers, scratch = ARGV
Puppet.initialize_settings(["--confdir=#{scratch}/conf", "--vardir=#{scratch}/var", '--basemodulepath=/dev/null',
                            '--vendormoduledir=/dev/null'])
Puppet.settings.preferred_run_mode = :server
Puppet::Util::Log.close_all
Puppet.push_context(Puppet.base_context(Puppet.settings))

def node_of(input, environment)
  facts = Puppet::Node::Facts.new(input['node'], input['facts'])
  node = Puppet::Node.new(input['node'], parameters: facts.values.dup, facts:, environment:)
  node.parameters['environment'] = environment.name.to_s
  node.add_server_facts('serverversion' => Puppet.version, 'servername' => 'localhost', 'serverip' => '127.0.0.1')
  node
end

def compile(input, manifest)
  Puppet[:strict] = input['strict'].to_sym
  Puppet[:strict_variables] = input['strict_variables']
  Puppet[:hiera_config] = input['hiera'] ? File.expand_path(input['hiera']) : '/dev/null'
  modulepath = input['modulepath'].map { |path| File.expand_path(path) }
  environment = Puppet::Node::Environment.create(input['environment'].to_sym, modulepath, manifest)
  node = node_of(input, environment)
  trusted = Puppet::Context::TrustedInformation.new('remote', input['node'], input['trusted'], input['external'] || {})
  node.trusted_data = trusted.to_h
  Puppet.override(environments: Puppet::Environments::Static.new(environment), current_environment: environment,
                  rich_data: true, trusted_information: trusted) do
    JSON.parse(Puppet::Parser::Compiler.compile(node).filter(&:virtual?).to_json)
  end
end

# The places that a message names, the innermost first.
def places(error)
  named = error.message.to_s.scan(/\(file: (\S+?), line: (\d+)/).map { |file, line| [file, line.to_i] }
  named << [error.file.to_s, error.line] if named.empty? && error.respond_to?(:file) && error.file
  named
end

File.open(answers, 'w') do |out|
  File.foreach(inputs).with_index do |line, number|
    manifest = File.join(scratch, "#{number}.pp")
    input = JSON.parse(line)
    File.write(manifest, input['code'])
    answer =
      begin
        { catalog: Timeout.timeout(SECONDS) { compile(input, manifest) } }
      rescue StandardError, ScriptError => e
        { error: e.message.to_s.dup.force_encoding('UTF-8').scrub, places: places(e) }
      end
    out.puts JSON.generate(answer)
  end
end
