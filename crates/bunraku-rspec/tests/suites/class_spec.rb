require 'spec_helper'

describe 'web' do
  it { is_expected.to compile.with_all_deps }
  it { is_expected.to contain_class('web').with_port(80) }
  it { is_expected.to contain_file('/etc/web.conf').with('owner' => 'root', 'mode' => /^06/) }
  it { is_expected.to contain_package('nginx').that_comes_before('File[/etc/web.conf]') }
  it { is_expected.to contain_service('nginx').that_subscribes_to('File[/etc/web.conf]') }
  it { is_expected.to contain_service('nginx').that_requires('Package[nginx]') }
  it { is_expected.not_to contain_file('/etc/none') }
  it { is_expected.to have_resource_count(3) }
  it { expect(exported_resources).to contain_notify('exported') }
  it { is_expected.to contain_package('ngin') }

  context 'with a bad port' do
    let(:params) { { port: 1 } }

    it { is_expected.to compile.and_raise_error(/no such port/) }
  end

  context 'with a wrong type' do
    let(:params) { { port: 'x' } }

    it { is_expected.to compile.and_raise_error(/parameter 'port' expects an Integer value, got String/) }
  end
end
