class Thing
  def self.make(*) = 1
end

describe 'm' do
  before { allow(Thing).to receive(:make) }
  it { Thing.make; expect(Thing).to have_received(:make) }
  it { Thing.make; Thing.make; expect(Thing).to have_received(:make) }
  it { Thing.make(1, 'a'); Thing.make(1, 'a'); expect(Thing).to have_received(:make).with(1, 'a').at_least(:once) }
  it { Thing.make; Thing.make; expect(Thing).to have_received(:make).twice }
  it { expect(Thing).to receive(:make).with(3).and_return(4); Thing.make(3) }
  it { expect(Thing).to receive(:make); Thing.make }
  it { expect(Thing).to receive(:make).at_most(:twice); Thing.make }
  it { expect(Thing).not_to receive(:make) }
  it { expect(Thing).not_to have_received(:make) }
  it { expect(Thing).to have_received(:make).at_most(2).times }
  it { expect(Thing).to receive(:make).never }
  it { allow(Thing).to receive(:make).with(no_args); Thing.make; expect(Thing).to have_received(:make).with(no_args) }
end
