class Thing
  def self.make = :made
  def size = 3
end

describe 'mocks' do
  it 'answers what it is told' do
    thing = Thing.new
    allow(thing).to receive(:size).and_return(7, 8)
    expect([thing.size, thing.size, thing.size]).to eq [7, 8, 8]
    expect(thing).to have_received(:size).exactly(3).times
  end

  it 'has arguments' do
    allow(Thing).to receive(:make).with(1, any_args).and_return(:one)
    allow(Thing).to receive(:make).with(hash_including(a: 1)).and_return(:hash)
    expect([Thing.make(1, 2), Thing.make({ a: 1, b: 2 })]).to eq %i[one hash]
    expect { Thing.make(5) }.to raise_error(RSpec::Mocks::MockExpectationError)
  end

  it('MUST FAIL without the call') { expect(Thing).to receive(:make) }
  it('gives back what was there') { expect(Thing.make).to eq :made }

  it 'of all instances' do
    allow_any_instance_of(Thing).to receive(:size).and_return(9)
    expect(Thing.new.size).to eq 9
  end

  it('doubles') { expect(double('a', name: 'x').name).to eq 'x' }
  it('MUST FAIL with an unknown message') { double('a').nope }

  it 'constants' do
    stub_const('Some::Name', 5)
    expect(Some::Name).to eq 5
  end
end
