# Merges hashes in depth, as the gem of that name does by default.
class Hash
  def deep_merge!(other)
    other.each do |key, value|
      mine = self[key]
      self[key] = if mine.is_a?(Hash) && value.is_a?(Hash) then mine.deep_merge!(value)
                  elsif mine.is_a?(Array) && value.is_a?(Array) then mine | value
                  else value
                  end
    end
    self
  end

  def deep_merge(other) = PuppetHost.copy(self).deep_merge!(other)
end
