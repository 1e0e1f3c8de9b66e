# Asks a real Puppet about the expressions in the lists beside this file and writes its answers.
#
#   RUBYLIB=PUPPET/lib ruby generate.rb
#
# aliases.txt, types.txt, values.txt, operands.txt, pairs.txt and calls.txt are written by hand, one expression a line. The other
# text files are answers; main.rs compares each of them with what this crate says.
require 'puppet'
require 'tmpdir'

HERE = __dir__
BASE = Dir.mktmpdir('oracle')
at_exit { FileUtils.rm_rf(BASE) }
Puppet.initialize_settings(["--confdir=#{BASE}/conf", "--vardir=#{BASE}/var"])

def lines(name)
  File.readlines("#{HERE}/#{name}", chomp: true).reject { |line| line.empty? || line.start_with?('#') }
end

def write(name, answers)
  File.write("#{HERE}/#{name}", answers.join("\n") + "\n")
end

# One line of text, whatever the answer has in it.
def flat(text)
  text.gsub('\\', '\\\\\\\\').gsub("\n", '\\n')
end

def ask
  yield
rescue StandardError, SystemStackError
  'error'
end

def bit(answer)
  case answer
  when 'error' then 'e'
  when nil, false then '.'
  else '1'
  end
end

env = Puppet::Node::Environment.create(:production, [])
node = Puppet::Node.new('test.example.com', environment: env)
Puppet[:code] = lines('aliases.txt').join("\n")
Puppet.override(environments: Puppet::Environments::Static.new(env), current_environment: env, rich_data: true) do
  compiler = Puppet::Parser::Compiler.new(node)
  compiler.compile do
    parser = Puppet::Pops::Parser::EvaluatingParser.new
    scope = compiler.topscope
    evaluate = ->(text) { parser.evaluate_string(scope, text) }
    calculator = Puppet::Pops::Types::TypeCalculator.singleton
    types = lines('types.txt').map(&evaluate)
    values = lines('values.txt').map(&evaluate)
    operands = lines('operands.txt').map(&evaluate)

    write('assignable.txt', types.map { |a| types.map { |b| bit(ask { a.assignable?(b) }) }.join })
    write('instance.txt', types.map { |t| values.map { |v| bit(ask { t.instance?(v) }) }.join })
    write('same_type.txt', types.map { |a| types.map { |b| bit(ask { calculator.equals(a, b) }) }.join })
    write('notation.txt', types.map { |t| flat(t.to_s) })
    write('generalized.txt', types.map { |t| flat(ask { t.generalize.to_s }) })
    write('normalized.txt', types.map { |t| flat(ask { t.normalize.to_s }) })
    write('detailed.txt', values.map { |v| flat(calculator.infer_set(v).to_s) })
    write('reduced.txt', values.map { |v| flat(calculator.infer(v).to_s) })
    write('general.txt', values.map { |v| flat(calculator.infer_generic(v).to_s) })
    scope['probe'] = nil
    strings = values.map do |v|
      flat(ask { Puppet::Pops::Evaluator::EvaluatorImpl.new.string(v, scope) })
    end
    write('strings.txt', strings)
    # Times have no notation there but Ruby's own, with an address.
    programs = values.map { |v| flat(ask { Puppet::Pops::Types::StringConverter.convert(v, '%p') }.to_s) }
    write('programs.txt', programs.map { |text| text.match?(/:0x0000\h{12}/) ? 'unstable' : text })
    write('common.txt', lines('pairs.txt').map do |line|
      a, b = line.split(' & ').map(&evaluate)
      flat(ask { calculator.common_type(a, b).to_s })
    end)
    evaluator = Puppet::Pops::Evaluator::EvaluatorImpl.new
    calls = lines('calls.txt').map do |text|
      value = evaluate.(text)
      answer = flat("#{calculator.infer_generic(value)}: #{evaluator.string(value, scope)}")
      # Bytes that are no text and addresses of objects are no answers that we could give.
      answer.valid_encoding? && !answer.match?(/:0x0000\h{12}/) ? answer : 'unstable'
    rescue StandardError
      'fails'
    end
    write('calls_answers.txt', calls)
    impl = Puppet::Pops::Evaluator::CompareOperator.new
    order = lambda do |a, b|
      next '?' if a.is_a?(Puppet::Pops::Types::PAnyType)

      case ask { impl.compare(a, b) }
      when Integer then impl.compare(a, b) <=> 0
      else 'error'
      end
    end
    write('equal.txt', operands.map do |a|
      operands.map do |b|
        bit(ask { a.is_a?(Puppet::Pops::Types::PAnyType) ? calculator.equals(a, b) : impl.equals(a, b) })
      end.join
    end)
    write('order.txt', operands.map do |a|
      operands.map { |b| { -1 => '<', 0 => '=', 1 => '>', '?' => '?', 'error' => 'e' }[order.(a, b)] }.join
    end)
    write('contains.txt', operands.map { |a| operands.map { |b| bit(ask { impl.include?(a, b, scope) }) }.join })
    write('matches.txt', operands.map { |a| operands.map { |b| bit(ask { impl.match(a, b) }) }.join })
    nil
  end
end
