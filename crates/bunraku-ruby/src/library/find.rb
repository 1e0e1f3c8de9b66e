# Find: goes through a folder and all that is below it, in the order of names.
module Find
  module_function

  def find(*paths, ignore_error: true)
    return enum_for(:find, *paths, ignore_error: ignore_error) unless block_given?

    waiting = paths.map do |path|
      path = path.respond_to?(:to_path) ? path.to_path : path
      raise Errno::ENOENT, "No such file or directory - #{path}" unless File.exist?(path)

      path.dup
    end
    until waiting.empty?
      path = waiting.shift
      catch(:prune) do
        yield path.dup
        waiting.unshift(*children(path, ignore_error)) if File.directory?(path)
      end
    end
    nil
  end

  # What is in a folder. One that is gone, or that only code has made, counts as empty.
  def children(folder, ignore_error)
    Dir.children(folder).sort.map { |name| File.join(folder, name) }
  rescue Errno::ENOENT, Errno::EACCES, Errno::ENOTDIR
    raise unless ignore_error

    []
  end

  def prune
    throw :prune
  end
end
