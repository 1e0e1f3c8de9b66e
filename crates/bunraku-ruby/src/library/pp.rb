# pp: values in several lines where one is too short. A collection that does not fit puts each element on a line of its own,
# and a value that does not fit after its key starts on the next line.
class PP
  WIDTH = 79

  def self.pp(value, out = nil, width = WIDTH)
    out ||= +''
    out << layout(value, 0, 0, width) << "\n"
  end

  # The lines of a value that starts in a column, with so many characters after it on its last line.
  def self.layout(value, column, after, width)
    line = value.inspect
    return line if column + line.size + after <= width || value.instance_of?(String)

    case value
    when Hash then list('{', value.to_a, '}', column, after, width) { |pair, at, rest| pair(*pair, at, rest, width) }
    when Array then list('[', value, ']', column, after, width) { |item, at, rest| layout(item, at, rest, width) }
    else line
    end
  end

  def self.list(open, items, close, column, after, width)
    last = items.size - 1
    lines = items.each_with_index.map { |item, i| yield(item, column + 1, i == last ? after + 1 : 1) }
    open + lines.join(",\n#{' ' * (column + 1)}") + close
  end

  def self.pair(key, value, column, after, width)
    start = "#{layout(key, column, 2, width)}=>"
    at = column + start.size
    return start + value.inspect if at + value.inspect.size + after <= width

    "#{start}\n#{' ' * (column + 1)}#{layout(value, column + 1, after, width)}"
  end

  private_class_method :layout, :list, :pair
end

module Kernel
  def pretty_inspect
    PP.pp(self)
  end
end
