require 'spec_helper'

describe 'Web::Port' do
  it { is_expected.to allow_values(1, 80) }
  it { is_expected.not_to allow_value(0) }
end
