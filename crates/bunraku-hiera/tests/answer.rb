# Fills in the answers of environments/*.env with the real Puppet:
#   RUBYLIB=PUPPET/lib ruby answer.rb [FILE...]
# The format is described in environments.rs.
require 'json'; require 'fileutils'; require 'tmpdir'; require 'puppet'

BASE = Dir.mktmpdir('hiera')
at_exit { FileUtils.rm_rf(BASE) }
Puppet.initialize_settings(["--confdir=#{BASE}/conf", "--vardir=#{BASE}/var", '--node_name_value=x'])
Puppet.settings.preferred_run_mode = :server
Puppet::Util::Log.close_all
Puppet.push_context(Puppet.base_context(Puppet.settings))

BODY = {
  'hash' => 'dispatch(:f) { param "Hash", :o; param "Any", :c }; def f(o, c) = o["data"]',
  'key' => 'dispatch(:f) { param "String", :k; param "Hash", :o; param "Any", :c }; def f(k, o, c) = o["data"].key?(k) ? o["data"][k] : c.not_found',
  'echo' => 'dispatch(:f) { param "String", :k; param "Hash", :o; param "Any", :c }; def f(k, o, c) = k == "echo" ? o.to_h { |a, b| [a, b.is_a?(String) ? b.sub(%r{.*/ENV/}, "") : b] } : c.not_found',
  'dig' => 'dispatch(:f) { param "Array", :k; param "Hash", :o; param "Any", :c }; def f(k, o, c) = k.reduce(o["data"]) { |d, s| d.is_a?(Hash) && d.key?(s) || d.is_a?(Array) && s.is_a?(Integer) && s < d.size ? d[s] : c.not_found }',
  'interpolating' => 'dispatch(:f) { param "String", :k; param "Hash", :o; param "Any", :c }; def f(k, o, c) = o["data"].key?(k) ? c.interpolate(o["data"][k]) : c.not_found'
}

def build(dir, files)
  files.each do |path, text|
    FileUtils.mkdir_p(File.dirname("#{dir}/#{path}"))
    File.write("#{dir}/#{path}", text)
  end
  BODY.each do |name, body|
    path = "#{dir}/modules/t/lib/puppet/functions/t/#{name}.rb"
    FileUtils.mkdir_p(File.dirname(path))
    File.write(path, "Puppet::Functions.create_function(:'t::#{name}') do\n#{body}\nend\n")
  end
end

def plain(value)
  case value
  when Hash then value.to_h { |k, v| [k.is_a?(Symbol) ? k.to_s : k, plain(v)] }
  when Array then value.map { |v| plain(v) }
  when :undef then nil
  when Float then value.finite? ? value : value.to_s
  when Puppet::Pops::Types::PSensitiveType::Sensitive then { 'Sensitive' => plain(value.unwrap) }
  else value
  end
end

def answer(env, facts, key, options)
  node = Puppet::Node.new('n.example.com', environment: env, facts: Puppet::Node::Facts.new('n', facts))
  node.merge(facts)
  result = nil
  Puppet.override(current_environment: env, loaders: nil) do
    Puppet[:code] = 'undef'
    compiler = Puppet::Parser::Compiler.new(node)
    compiler.compile do |catalog|
      scope = compiler.topscope
      invocation = Puppet::Pops::Lookup::Invocation.new(scope, options['override'] || {}, options['default_values_hash'] || {})
      none = Object.new
      value = Puppet::Pops::Lookup.lookup(options['names'] || key, nil, nil, false, options['merge'], invocation) { |_| none }
      result = value.equal?(none) ? 'none' : JSON.generate(plain(value))
      catalog
    end
  end
  result
rescue StandardError => e
  warn "#{key}: #{e.message.gsub(BASE, '')}" if ENV['SHOW']
  'error'
end

files = ARGV.empty? ? Dir["#{__dir__}/environments/*.env"].sort : ARGV
count = 0
files.each do |file|
  name = File.basename(file, '.env').tr('-', '_')
  head, *sections = File.read(file, encoding: 'utf-8').split(/^== /)
  facts = JSON.parse(head[/^#! facts (.*)$/, 1] || '{}')
  contents = sections.to_h { |section| section.split("\n", 2) }
  lookups = contents.delete('lookups').lines(chomp: true).select { |line| line.start_with?('lookup ') }
  dir = "#{BASE}/envs/#{name}/ENV"
  build(dir, contents)
  Puppet[:hiera_config] = "#{dir}/global/hiera.yaml"
  answers = lookups.map do |line|
    count += 1
    rest = line.delete_prefix('lookup ')
    key, options = rest.start_with?('"') ? rest.match(/\A("[^"]*") ?(.+)?\z/).captures : rest.split(' ', 2)
    key = JSON.parse(key) if key.start_with?('"')
    env = Puppet::Node::Environment.create(:ENV, ["#{dir}/modules"])
    conf = Puppet::Settings::EnvironmentConf.new(dir, nil, ["#{dir}/modules"])
    env.define_singleton_method(:configuration) { conf }
    "#{line}\n= #{answer(env, facts, key, options ? JSON.parse(options) : {})}"
  end
  text = head + contents.map { |path, body| "== #{path}\n#{body}" }.join + "== lookups\n" + answers.join("\n") + "\n"
  File.write(file, text)
end
puts "#{files.size} environments, #{count} lookups"
