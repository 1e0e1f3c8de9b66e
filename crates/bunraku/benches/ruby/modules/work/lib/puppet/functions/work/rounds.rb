require 'digest'

# Digests in a loop, as functions that make passwords do.
Puppet::Functions.create_function(:'work::rounds') do
  dispatch :rounds do
    param 'String', :password
    param 'String', :salt
    param 'Integer', :count
  end

  def rounds(password, salt, count)
    digest = Digest::SHA256.digest(password + salt)
    count.times do |index|
      context = Digest::SHA256.new
      context.update(index.odd? ? password : digest)
      context << salt unless (index % 3).zero?
      context << password if (index % 7).nonzero?
      context << (index.odd? ? digest : password)
      digest = context.digest
    end
    digest.unpack1('H*')
  end
end
