# What RSpec says of matchers, and words of it that few suites use. Descriptions are RSpec's own.
require 'mocha/api'

RSpec.configure do |c|
  c.alias_example_to :later, :pending
  c.alias_example_group_to :about
  c.register_ordering(:backwards, &:reverse)
end

Counter = Struct.new(:count) { def add(by, twice: false) = self.count += by }

describe 'a string' do
  it { is_expected.to start_with 'a' }
  it { is_expected.to be < 'b' }
  it { is_expected.to include('str').at_least(:once) }
  it { is_expected.to satisfy { |value| value.length > 2 } }
  it { is_expected.to a_string_matching(/str/) }
  it { expect([1, 'x']).to match([a_kind_of(Integer), a_string_starting_with('x')]) }
  it { expect(Counter.new(1)).to have_attributes(count: 1) }
  it { expect(Counter.new(1)).to respond_to(:add).with(1).argument.and_keywords(:twice) }
  it { expect { warn 'old' }.to output(/old/).to_stderr }
  it { expect { $stdout.puts 'x' }.to output("x\n").to_stdout }
  it { expect { |block| [1, 2].each(&block) }.to yield_successive_args(1, 2) }
  it('counts') { expect { @a = 3 }.to change { @a.to_i }.by(a_value > 2) }
  it('all in parts') { expect(%w[ab bc]).to all(include('a').or(include('c'))) }
  it('knows where it is') { expect(RSpec.current_scope).to eq :example }
  later('does more') { raise 'not yet' }
end

describe({ a: 7 }) do
  it { is_expected.to include(a: 7) }
end

describe 'a named subject' do
  subject(:number) { 3 }

  it { is_expected.to eq 3 }
  it('by name') { expect([subject, number]).to eq [3, 3] }
end

about 'order', order: :backwards do
  before(:context) { @seen = [] }

  it('second') { expect(@seen).to eq [1] }
  it('first') { expect((@seen << 1).length).to eq 1 }
end

describe 'older words' do
  it('stubs') do
    String.any_instance.stubs(:upcase).returns('up')
    counter = mock('counter')
    counter.expects(:count).with(1).returns(2)
    expect(['a'.upcase, counter.count(1)]).to eq ['up', 2]
  end

  it('tells objects') do
    counter = double
    counter.stub(:count) { 4 }
    counter.should_receive(:add).with(1).and_return(5)
    expect([counter.count, counter.add(1)]).to eq [4, 5]
  end

  it('MUST FAIL without the call') { mock('counter').expects(:count) }
end
