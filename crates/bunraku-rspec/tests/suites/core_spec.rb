RSpec.shared_examples 'a number' do |number, unit: 'm'|
  it { expect(number).to be > 0 }
  it('has options') { expect(unit).to eq 'km' }
  it('sees the group') { expect(value).to eq 9 }
end

describe 'stack' do
  before(:all) { @left = [1] }
  before { @before = 5 }
  let(:value) { 1 }
  let!(:eager) { @eager = 2 }
  subject { [value, 2, 3] }

  it('sees what before(:all) left') { expect([@left, @before, @eager]).to eq [[1], 5, 2] }
  it { expect(value).to eq 1 }
  its(:size) { is_expected.to eq 3 }

  context 'with more' do
    let(:value) { super() + 1 }
    around do |example|
      @around = 1
      example.run
    end

    it('has the outer value by super') { expect(value).to eq 2 }
    it('runs around') { expect(@around).to be 1 }
    context 'of nothing' do
      around { |example| }
      it('is not run') { raise }
    end
    xit('is skipped') { raise 'no' }
    it 'is expected to fail' do
      pending 'for now'
      raise 'x'
    end
    it('passes although pending') { pending 'for now' }
    it 'is not written'
  end

  it_behaves_like 'a number', 3, unit: 'km'
end
