require 'spec_helper'

describe 'web::double' do
  it { is_expected.to run.with_params(2).and_return(4) }
  it { is_expected.to run.with_params('x').and_raise_error(ArgumentError) }
  it { is_expected.to run.with_params(3).and_return(7) }
end
