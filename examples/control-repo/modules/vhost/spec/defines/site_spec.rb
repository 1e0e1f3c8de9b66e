# frozen_string_literal: true

require 'spec_helper'

describe 'vhost::site' do
  let(:title) { 'Docs & Manuals' }
  let(:facts) { { 'networking' => { 'ip6' => '2001:db8::1' } } }
  let(:file) { '/etc/nginx/sites/docs-manuals.conf' }

  it { is_expected.to contain_file('/srv/www/docs-manuals').with_ensure('directory') }
  it { is_expected.to contain_file(file).with_content(%r{listen \[::\]:80;}) }

  context 'on another port' do
    let(:params) { { port: 8080 } }

    it { is_expected.to contain_file(file).with_content(%r{listen 8080;}) }
  end

  context 'on a port that does not exist' do
    let(:params) { { port: 65_536 } }

    it { is_expected.to compile.and_raise_error(%r{port}) }
  end

  context 'when it is gone' do
    let(:params) { { ensure: 'absent' } }

    it { is_expected.to contain_file(file).with_ensure('absent') }
  end
end
