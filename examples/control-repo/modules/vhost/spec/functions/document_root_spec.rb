# frozen_string_literal: true

require 'spec_helper'

describe 'vhost::document_root' do
  it { is_expected.to run.with_params('Docs & Manuals').and_return('/srv/www/docs-manuals') }
  it { is_expected.to run.with_params('').and_raise_error(%r{String\[1\]}) }
end
