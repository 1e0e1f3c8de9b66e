# Base64: encodes bytes with 64 characters.
module Base64
  module_function

  def encode64(bytes)
    [bytes].pack('m')
  end

  def decode64(text)
    text.unpack1('m')
  end

  def strict_encode64(bytes)
    [bytes].pack('m0')
  end

  def strict_decode64(text)
    text.unpack1('m0')
  end

  def urlsafe_encode64(bytes, padding: true)
    text = strict_encode64(bytes).tr('+/', '-_')
    padding ? text : text.delete('=')
  end

  def urlsafe_decode64(text)
    text += '=' * (-text.length % 4) unless text.end_with?('=')
    strict_decode64(text.tr('-_', '+/'))
  end
end
