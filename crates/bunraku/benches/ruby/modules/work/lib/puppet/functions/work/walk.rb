# Walks a hash of hashes.
Puppet::Functions.create_function(:'work::walk') do
  dispatch :walk do
    param 'Hash', :data
    param 'String', :name
    return_type 'String'
  end

  def walk(data, name)
    total = 0
    lines = []
    data.each do |key, entry|
      total += entry['value']
      next if (entry['value'] % 5).zero?

      lines << "#{key}: #{entry['list'].map { |item| item.upcase }.join(', ')}"
    end
    by_length = data.keys.group_by { |key| key.length }
    sizes = by_length.map { |length, keys| [length, keys.size] }.sort.to_h
    picked = data.select { |_, entry| entry['value'] > 990 }.reject { |key, _| key.end_with?('9') }
    "#{name} #{total} #{lines.length} #{sizes} #{picked.keys.inspect}"
  end
end
