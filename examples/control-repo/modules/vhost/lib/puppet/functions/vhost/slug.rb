# frozen_string_literal: true

# A name in the form that is safe in paths: `Shop & More` becomes `shop-more`.
Puppet::Functions.create_function(:'vhost::slug') do
  # @param name The name.
  # @return The same in lowercase letters and digits, with hyphens between words.
  dispatch :slug do
    param 'String[1]', :name
    return_type 'String[1]'
  end

  def slug(name)
    name.downcase.gsub(/[^a-z0-9.]+/, '-').gsub(/\A-+|-+\z/, '')
  end
end
