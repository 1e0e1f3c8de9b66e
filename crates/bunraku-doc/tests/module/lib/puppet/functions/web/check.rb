# frozen_string_literal: true

# Checks an address.
#
# @summary Checks addresses
Puppet::Functions.create_function(:'web::check') do
  # @param address the address
  # @param options how to check
  # @return whether it is there
  # @example One
  #   web::check('http://localhost')
  dispatch :one do
    param 'String', :address
    optional_param 'Hash', :options
    return_type 'Boolean'
  end

  # @param addresses all of them
  dispatch :many do
    repeated_param 'String', :addresses
    block_param 'Callable[1]', :found
  end

  def one(address, options = {}) end

  def many(*addresses) end
end
