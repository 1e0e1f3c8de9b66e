# Pathname: operations on paths as strings. Methods that access files are those of File.
class Pathname
  include Comparable

  def initialize(path)
    path = path.to_path if path.respond_to?(:to_path)
    raise TypeError, "no implicit conversion of #{path.nil? ? 'nil' : path.class} into String" unless path.is_a?(String)

    @path = path.dup
  end

  def to_s
    @path.dup
  end
  alias to_path to_s
  alias to_str to_s

  def inspect
    "#<Pathname:#{@path}>"
  end

  def ==(other)
    other.is_a?(Pathname) && @path == other.to_s
  end
  alias eql? ==
  alias === ==

  def <=>(other)
    other.is_a?(Pathname) ? @path <=> other.to_s : nil
  end

  def hash
    @path.hash
  end

  def absolute?
    @path.start_with?('/')
  end

  def relative?
    !absolute?
  end

  def root?
    @path.match?(%r{\A/+\z})
  end

  def basename(*suffix)
    Pathname.new(File.basename(@path, *suffix))
  end

  def dirname
    Pathname.new(File.dirname(@path))
  end

  def extname
    File.extname(@path)
  end

  def parent
    self + '..'
  end

  def +(other)
    other = Pathname.new(other.to_s)
    return other if other.absolute?

    parts = other.to_s.split('/').reject { |part| part.empty? || part == '.' }
    result = @path
    result = up(result) while parts.first == '..' && parts.shift
    Pathname.new(([result == '.' ? nil : result.chomp('/')] + parts).compact.join('/').then { |text| named(text, result) })
  end
  alias / +

  def join(*others)
    others.inject(self) { |path, other| path + other }
  end

  # The path without `.`, without `..` where it can be resolved, and without repeated slashes.
  def cleanpath
    parts = []
    @path.split('/').each do |part|
      next if part.empty? || part == '.'

      if part == '..' && !parts.empty? && parts.last != '..'
        parts.pop
      elsif part != '..' || relative?
        parts << part
      end
    end
    text = parts.join('/')
    return Pathname.new("/#{text}") if absolute?

    Pathname.new(text.empty? ? '.' : text)
  end

  def each_filename(&block)
    parts = @path.split('/').reject(&:empty?)
    block ? parts.each(&block) : parts.each
  end

  def descend(&block)
    paths = ascend.to_a.reverse
    block ? paths.each(&block) : paths.each
  end

  def ascend(&block)
    paths = [self]
    paths << paths.last.dirname until paths.last.root? || paths.last.dirname == paths.last ||
                                      (relative? && paths.last.dirname.to_s == '.')
    block ? paths.each(&block) : paths.each
  end

  def relative_path_from(base)
    base = Pathname.new(base.to_s)
    unless absolute? == base.absolute?
      raise ArgumentError, "different prefix: #{absolute? ? '/'.inspect : ''.inspect} and #{base.inspect}"
    end

    own = cleanpath.each_filename.to_a - ['.']
    from = base.cleanpath.each_filename.to_a - ['.']
    while !own.empty? && own.first == from.first
      own.shift
      from.shift
    end
    raise ArgumentError, "base_directory has ..: #{base.to_s.inspect}" if from.include?('..')

    text = (['..'] * from.length + own).join('/')
    Pathname.new(text.empty? ? '.' : text)
  end

  def sub(*args, &block)
    Pathname.new(@path.sub(*args, &block))
  end

  def sub_ext(extension)
    Pathname.new(@path.delete_suffix(extname) + extension)
  end

  def expand_path(*base)
    Pathname.new(File.expand_path(@path, *base))
  end

  %i[exist? file? directory? readable? writable? executable? symlink? zero? size].each do |question|
    define_method(question) { File.public_send(question, @path) }
  end

  %i[read binread readlines].each do |reader|
    define_method(reader) { |*args| File.public_send(reader, @path, *args) }
  end

  def each_line(&block)
    File.foreach(@path, &block)
  end

  def children(with_directory = true)
    Dir.children(@path).map { |name| with_directory ? self + name : Pathname.new(name) }
  end

  def each_child(with_directory = true, &block)
    children(with_directory).each(&block)
  end

  def each_entry(&block)
    entries.each(&block)
  end

  def find(ignore_error: true, &block)
    paths = Find.find(@path, ignore_error: ignore_error).map { |path| Pathname.new(path) }
    block ? paths.each(&block) && nil : paths.each
  end

  def fnmatch(pattern, *flags)
    File.fnmatch(pattern, @path, *flags)
  end
  alias fnmatch? fnmatch

  def split
    [dirname, basename]
  end

  def stat
    File.stat(@path)
  end

  def entries
    Dir.entries(@path).map { |name| Pathname.new(name) }
  end

  def glob(pattern)
    Dir.glob(File.join(@path, pattern)).map { |path| Pathname.new(path) }
  end

  def empty?
    directory? ? Dir.children(@path).empty? : zero?
  end

  private

  # The parent path.
  def up(path)
    return '/' if path.match?(%r{\A/+\z})
    return "#{path.chomp('/')}/.." if path.match?(%r{(\A|/)\.\./?\z})
    return '..' if ['.', ''].include?(path)

    File.dirname(path)
  end

  def named(text, before)
    return text unless text.empty?

    before.start_with?('/') ? '/' : '.'
  end
end

module Kernel
  def Pathname(path)
    Pathname.new(path)
  end
end
