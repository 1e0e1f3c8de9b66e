Item = Struct.new(:name, :size)

describe 'matchers' do
  def item = Item.new('a', 3)

  it('eq') { expect(1).to eq 1.0 }
  it('eql') { expect(1).not_to eql 1.0 }
  it('equal') { expect(:a).to equal(:a) }
  it('be') { expect(5).to be > 3 }
  it('be nil') { expect(nil).to be_nil }
  it('be truthy') { expect(1).to be_truthy }
  it('be falsey') { expect(nil).to be_falsey }
  it('be a') { expect('x').to be_a(String).and be_an_instance_of(String) }
  it('predicate') { expect([]).to be_empty }
  it('have') { expect({ a: 1 }).to have_key(:a) }
  it('be between') { expect(2).to be_between(1, 3) }
  it('be within') { expect(1.05).to be_within(0.1).of(1) }
  it('match') { expect('abc').to match(/b/) }
  it('match nested') { expect({ a: 1, b: [1, 'x'] }).to match(a: Integer, b: [1, /x/]) }
  it('include') { expect([1, 2, 3]).to include(1, 3) }
  it('include pairs') { expect({ a: 1, b: 2 }).to include(a: 1) }
  it('include string') { expect('abc').to include('b').and start_with('a') }
  it('contain exactly') { expect([1, 2, 3]).to contain_exactly(3, 1, 2) }
  it('contain exactly patterns') { expect(%w[ab b]).to contain_exactly(/b/, 'ab') }
  it('match array') { expect([1, 1, 2]).to match_array [1, 2, 1] }
  it('all') { expect([1, 2]).to all(be_an(Integer)) }
  it('start and end') { expect([1, 2, 3]).to start_with(1, 2).and end_with(3) }
  it('satisfy') { expect(4).to(satisfy('be even') { |x| x.even? }) }
  it('attributes') { expect(item).to have_attributes(name: 'a', size: be > 2) }
  it('respond to') { expect(item).to respond_to(:name) }
  it('raise error') { expect { raise ArgumentError, 'boo' }.to raise_error(ArgumentError, /bo/) }
  it('raise error block') { expect { raise 'x' }.to(raise_error { |e| expect(e.message).to eq 'x' }) }
  it('not raise') { expect { 1 }.not_to raise_error }
  it('change') { x = 1; expect { x += 2 }.to change { x }.from(1).to(3) }
  it('change by') { x = [1]; expect { x << 2 }.to change(x, :size).by(1) }
  it('not change') { x = 1; expect { x }.not_to(change { x }) }
  it('throw') { expect { throw :done }.to throw_symbol(:done) }
  it('yield') { expect { |b| [1].each(&b) }.to yield_with_args(1) }
  it('or') { expect(2).to eq(1).or eq(2) }
  it('output') { expect { puts 'hi' }.to output(/hi/).to_stdout }

  RSpec::Matchers.define :be_twice do |half|
    match { |actual| actual == half * 2 }
    chain(:or_more) { @more = true }
    failure_message { |actual| "#{actual} is not twice #{half}" }
  end
  it('defined') { expect(4).to be_twice(2) }
  RSpec::Matchers.define_negated_matcher :exclude, :include
  it('negated') { expect([1]).to exclude(2) }

  it('MUST FAIL eq') { expect(1).to eq 2 }
  it('MUST FAIL include') { expect([1]).to include(1, 2) }
  it('MUST FAIL not include') { expect([1]).not_to include(1) }
  it('MUST FAIL contain exactly') { expect([1, 2]).to contain_exactly(1) }
  it('MUST FAIL all') { expect([1, 'x']).to all(be_an(Integer)) }
  it('MUST FAIL raise') { expect { 1 }.to raise_error }
  it('MUST FAIL raise another') { expect { raise 'x' }.to raise_error(ArgumentError) }
  it('MUST FAIL message') { expect { raise 'x' }.to raise_error(/y/) }
  it('MUST FAIL change') { x = 1; expect { x }.to(change { x }) }
  it('MUST FAIL and') { expect(1).to eq(1).and eq(2) }
  it('MUST FAIL predicate') { expect([1]).to be_empty }
  it('MUST FAIL aggregate') { aggregate_failures { expect(1).to eq 2; expect(1).to eq 1 } }
end
