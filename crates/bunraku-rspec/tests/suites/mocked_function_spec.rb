describe 'web::ask' do
  it 'gives what the mock gives' do
    allow(PuppetX::Me::Net).to receive(:get).with('a').and_return('b')
    is_expected.to run.with_params('a').and_return('b')
  end

  it 'fails without a mock' do
    is_expected.to run.with_params('a').and_raise_error(RuntimeError, 'no')
  end

  context 'with a catalog' do
    let(:pre_condition) { "notify { 'x': }" }

    it 'sees the catalog of the call' do
      allow(PuppetX::Me::Net).to receive(:get).and_return('b')
      is_expected.to run.with_params('a')
      expect(catalogue.resource('Notify[x]')).not_to be_nil
    end
  end
end
