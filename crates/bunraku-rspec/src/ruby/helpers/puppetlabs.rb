# The settings and helpers of puppetlabs_spec_helper.
def param_value(subject, type, title, param) = subject.call.resource(type, title)[param]

def verify_contents(subject, title, expected_lines)
  content = subject.call.resource('file', title)[:content]
  expect(content.split("\n") & expected_lines).to match_array expected_lines.uniq
end

RSpec.configure do |c|
  c.environmentpath = File.join(Bunraku.root, 'spec')
  c.module_path = File.join(Bunraku.root, 'spec', 'fixtures', 'modules')
  c.strict_variables = true
  c.mock_with(:rspec)
end
