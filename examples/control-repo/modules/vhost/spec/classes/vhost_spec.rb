# frozen_string_literal: true

require 'spec_helper'

describe 'vhost' do
  it { is_expected.to compile.with_all_deps }
  it { is_expected.to contain_package('nginx').with_ensure('installed') }
  it { is_expected.to contain_service('nginx').that_requires('Package[nginx]') }

  context 'with a folder of its own' do
    let(:params) { { folder: '/usr/local/etc/nginx' } }

    it { is_expected.to contain_file('/usr/local/etc/nginx/sites').with_purge(true) }
  end
end
