require 'openssl'

# PBKDF2 written out, with a block of bytes XORed in each round.
Puppet::Functions.create_function(:'work::pbkdf2') do
  dispatch :pbkdf2 do
    param 'String', :password
    param 'String', :salt
    param 'Integer', :count
  end

  def pbkdf2(password, salt, count)
    digest = OpenSSL::Digest.new('SHA256')
    last = OpenSSL::HMAC.digest(digest, password, salt + [1].pack('N'))
    sum = last.unpack('N*')
    (count - 1).times do
      last = OpenSSL::HMAC.digest(digest, password, last)
      sum = sum.zip(last.unpack('N*')).map { |a, b| a ^ b }
    end
    sum.pack('N*').unpack1('H*')
  end
end
