require 'spec_helper'

describe 'web::site' do
  let(:title) { 'one' }
  let(:params) { { kind: 'a' } }

  it { is_expected.to contain_file('/srv/one').only_with_ensure('directory') }

  context 'with a wrong kind' do
    let(:params) { { kind: 'c' } }

    it { is_expected.to raise_error(Puppet::Error, /expects a match for Enum/) }
  end
end
