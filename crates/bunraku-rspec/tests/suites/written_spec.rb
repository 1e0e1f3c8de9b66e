require 'spec_helper'

describe 'web' do
  data = File.join(RSpec.configuration.module_path, '..', 'hieradata')
  let(:facts) { { custom_hiera: 'some' } }

  context 'with data' do
    before { File.write(File.join(data, 'some.yaml'), "web::port: 80\n") }
    it { is_expected.to contain_notify('port 80') }
  end

  context 'with other data' do
    before { File.write(File.join(data, 'some.yaml'), "web::port: 443\n") }
    it { is_expected.to contain_notify('port 443') }
  end

  it 'has an empty folder for each example' do
    expect(Dir.children(@folder)).to eq []
    expect(File.exist?("#{@folder}/a")).to be false
    File.write("#{@folder}/a", 'a')
    expect(Dir.glob("#{@folder}/*")).to eq ["#{@folder}/a"]
  end

  it 'sees its own files by relative and absolute paths' do
    File.write('spec/fixtures/own', 'own')
    expect(File.read(File.expand_path('../fixtures/own', __dir__))).to eq 'own'
    expect(Dir.glob('spec/fixtures/*')).to include('spec/fixtures/own')
    File.delete('spec/fixtures/own')
    expect(File.exist?('spec/fixtures/own')).to be false
  end

  it 'does not write elsewhere' do
    expect { PuppetHost.attempt { File.write('/etc/motd', 'x') } }.not_to raise_error
    expect(PuppetHost.attempt { File.exist?('/etc/motd') }).to be_falsey
  end
end
