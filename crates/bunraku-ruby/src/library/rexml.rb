# REXML: documents of XML as a tree. What a document type declares is kept as text, not read.
require 'strscan'

module REXML
  class ParseException < RuntimeError; end

  class UndefinedNamespaceException < ParseException; end

  ENTITIES = { '&lt;' => '<', '&gt;' => '>', '&quot;' => '"', '&apos;' => "'", '&amp;' => '&' }.freeze
  REFERENCE = /&(?:#\d+|#x[0-9a-fA-F]+|[A-Za-z_:][-\w.:]*);/

  # A part of a document.
  module Node
    def parent? = false

    def to_s(indent = nil)
      output = +''
      formatter = indent && indent > -1 ? Formatters::Pretty.new(indent) : Formatters::Default.new
      formatter.write(self, output)
      output
    end

    def next_sibling_node
      parent && parent.children[parent.index(self) + 1]
    end

    def previous_sibling_node
      place = parent && parent.index(self)
      place && place.positive? ? parent.children[place - 1] : nil
    end
  end

  # What can be in an element.
  class Child
    include Node
    attr_accessor :parent

    def initialize(parent = nil)
      parent&.add(self)
    end

    def next_sibling = next_sibling_node
    def previous_sibling = previous_sibling_node
    def document = parent&.document

    def remove
      parent&.delete(self)
      self
    end

    def replace_with(other)
      parent.replace_child(self, other)
      self
    end
  end

  # What has other parts in it.
  class Parent < Child
    include Enumerable
    attr_reader :children

    def initialize(parent = nil)
      @children = []
      super
    end

    def parent? = true

    def add(child)
      child.parent&.delete(child)
      child.parent = self
      @children << child
      child
    end
    alias push add
    alias << add

    def unshift(child)
      child.parent = self
      @children.unshift(child)
    end

    def each(&block) = @children.each(&block)
    alias each_child each
    def [](index, *rest) = @children[index, *rest]
    def size = @children.size
    alias length size
    def to_a = @children.dup
    def index(child) = @children.index { |each| each.equal?(child) }

    def delete(child)
      found = index(child)
      return nil unless found

      child.parent = nil
      @children.delete_at(found)
    end

    def delete_at(index) = (child = @children[index]) && delete(child)
    def delete_if(&block) = @children.delete_if(&block)

    def insert_before(place, child) = insert(place, child, 0)
    def insert_after(place, child) = insert(place, child, 1)

    def replace_child(old, new)
      @children[index(old)] = new
      old.parent = nil
      new.parent = self
      old
    end

    private

    def insert(place, child, offset)
      place = XPath.first(self, place) if place.is_a?(String)
      container = place.parent
      child.parent = container
      container.children.insert(container.index(place) + offset, child)
      self
    end
  end

  # Text. That of a document that was read stays as it was written there.
  class Text < Child
    include Comparable
    attr_accessor :raw

    def initialize(text, respect_whitespace = false, parent = nil, raw = nil, *)
      @raw = raw || false
      @string = (text.is_a?(Text) ? text.source : text).dup
      @raw = text.raw if text.is_a?(Text)
      @string.squeeze!(" \n\t") unless respect_whitespace
      @string.gsub!(/\r\n?/, "\n")
      Text.check(@string) if @raw
      super(parent)
    end

    def self.check(string)
      bad = string[/<|&(?!(?:#\d+|#x[0-9a-fA-F]+|[A-Za-z_:][-\w.:]*);)/]
      raise "Illegal character #{bad.inspect} in raw string #{string.inspect}" if bad
    end

    def self.normalize(text, *) = text.to_s.gsub(/[&<>"']/) { |sign| ENTITIES.key(sign) }

    def self.unnormalize(text, *)
      text.gsub(/\r\n?/, "\n").gsub(REFERENCE) do |reference|
        case reference
        when /\A&#x/ then [reference[3...-1].to_i(16)].pack('U')
        when /\A&#/ then [reference[2...-1].to_i].pack('U')
        else ENTITIES.fetch(reference, reference)
        end
      end
    end

    def source = @string
    def value = Text.unnormalize(@string)
    def to_s = @raw ? @string : Text.normalize(@string)
    def inspect = @string.inspect
    def empty? = @string.empty?
    def node_type = :text
    def clone = Text.new(self, true)

    def value=(text)
      @string = text.gsub(/\r\n?/, "\n")
      @raw = false
    end

    def <<(text)
      @string << text.gsub(/\r\n?/, "\n")
      self
    end

    def <=>(other) = to_s <=> other.to_s
  end

  # Text in which no sign has a meaning.
  class CData < Text
    def initialize(text, _respect_whitespace = true, parent = nil) = super(text, true, parent, false)
    def to_s = @string
    def value = @string
    def node_type = :cdata
    def clone = CData.new(@string)
  end

  class Comment < Child
    include Comparable
    attr_accessor :string

    def initialize(text, parent = nil)
      @string = text
      super(parent)
    end

    def to_s = @string
    def <=>(other) = other.to_s <=> @string
    def node_type = :comment
    def clone = Comment.new(@string)
  end

  class Instruction < Child
    attr_accessor :target, :content

    def initialize(target, content = nil)
      @target = target
      @content = content&.strip
      super(nil)
    end

    def node_type = :processing_instruction
    def clone = Instruction.new(@target, @content)
    def inspect = "<?p-i #{@target} ...?>"
  end

  class XMLDecl < Child
    attr_accessor :version, :standalone, :encoding
    attr_reader :writethis

    def initialize(version = '1.0', encoding = nil, standalone = nil)
      @version = version
      @given = !encoding.nil?
      @encoding = encoding || 'UTF-8'
      @standalone = standalone
      @writethis = true
      super(nil)
    end

    def self.default = new.tap(&:nowrite)
    def nowrite = @writethis = false
    def dowrite = @writethis = true
    def node_type = :xmldecl
    def inspect = '<?xml ... ?>'
    def clone = XMLDecl.new(@version, @given ? @encoding : nil, @standalone)

    def write(output, *)
      return unless @writethis

      quote = parent&.context&.[](:prologue_quote) == :quote ? '"' : "'"
      parts = { 'version' => @version, 'encoding' => @given ? @encoding : nil, 'standalone' => @standalone }.compact
      output << "<?xml #{parts.map { |name, value| "#{name}=#{quote}#{value}#{quote}" }.join(' ')}?>"
    end
  end

  class DocType < Child
    attr_reader :name

    def initialize(text)
      @text = text
      @name = text[/\A<!DOCTYPE\s+([^\s>\[]+)/, 1]
      super(nil)
    end

    def node_type = :doctype
    def write(output, *) = output << @text
    def clone = DocType.new(@text)
  end

  # Names with a prefix.
  module Namespace
    attr_reader :name, :prefix, :expanded_name

    def name=(name)
      @expanded_name = name
      @prefix, @name = name.include?(':') ? name.split(':', 2) : ['', name]
    end

    def fully_expanded_name = @expanded_name
    def has_name?(other, _namespace = nil) = @expanded_name == other || @name == other
  end

  class Attribute
    include Node
    include Namespace
    attr_accessor :element

    def initialize(name, value = nil, element = nil)
      self.name = name.is_a?(Attribute) ? name.expanded_name : name
      @normalized = name.is_a?(Attribute) ? name.to_s : value.to_s
      @element = element
    end

    def parent = @element
    def node_type = :attribute
    def clone = Attribute.new(self)
    def ==(other) = other.is_a?(Attribute) && other.name == name && other.value == value
    def remove = @element.attributes.delete(expanded_name)
    def inspect = to_string

    # Once the value has been read, it is written with references where they are needed.
    def value
      @value ||= Text.unnormalize(@normalized)
    end

    def to_s = @value ? Text.normalize(@value) : @normalized

    def to_string
      if @element&.context&.[](:attribute_quote) == :quote
        "#{expanded_name}=\"#{to_s.gsub('"', '&quot;')}\""
      else
        "#{expanded_name}='#{to_s.gsub("'", '&apos;')}'"
      end
    end

    def write(output, *) = output << to_string
  end

  # The attributes of an element, by their names.
  class Attributes
    include Enumerable

    def initialize(element)
      @element = element
      @all = {}
    end

    def [](name) = @all[name.to_s]&.value
    def get_attribute(name) = @all[name.to_s]

    def []=(name, value)
      return delete(name) if value.nil?

      value = Text.normalize(value) unless value.is_a?(Attribute)
      @all[name.to_s] = Attribute.new(value.is_a?(Attribute) ? value : name.to_s, value, @element).tap { |each| each.element = @element }
    end

    def read(name, raw) = @all[name] = Attribute.new(name, raw, @element)
    def add(attribute) = self[attribute.expanded_name] = attribute
    alias << add
    def delete(name) = (@all.delete(name.is_a?(Attribute) ? name.expanded_name : name.to_s); @element)
    def each_attribute(&block) = @all.values.each(&block)
    def each = @all.each { |name, attribute| yield [name, attribute.value] }
    def to_a = @all.values
    def to_h = @all.transform_values(&:value)
    def keys = @all.keys
    def values = @all.values
    def key?(name) = @all.key?(name)
    alias has_key? key?
    alias include? key?
    def size = @all.size
    alias length size
    def empty? = @all.empty?
    def inspect = @all.inspect
  end

  # The elements in an element; an index begins with 1.
  class Elements
    include Enumerable
    attr_reader :parent

    def initialize(parent) = @parent = parent

    def [](index, name = nil)
      return XPath.first(@parent, index) unless index.is_a?(Integer)
      raise "index (#{index}) must be >= 1" if index < 1

      list.select { |element| name.nil? || element.has_name?(name) }[index - 1]
    end

    def []=(index, element)
      old = self[index]
      old ? old.replace_with(element) : @parent.add(element)
      old
    end

    def each(path = nil, &block)
      return to_enum(:each, path) unless block

      to_a(path).each(&block)
    end

    def to_a(path = nil) = path ? XPath.match(@parent, path).grep(Element) : list
    def collect(path = nil, &block) = to_a(path).map(&block)
    def inject(path = nil, initial = nil, &block) = to_a(path).inject(initial, &block)
    def index(element) = (list.index { |each| each.equal?(element) } || -2) + 1
    def size = list.size
    def empty? = list.empty?
    def add(element = nil, attributes = nil) = @parent.add_element(element || '', attributes)
    alias << add

    def delete(element)
      element = self[element] unless element.is_a?(Element)
      element && element.parent.delete(element)
    end

    def delete_all(path) = to_a(path).each(&:remove)

    private

    def list = @parent.children.grep(Element)
  end

  class Element < Parent
    include Namespace
    attr_reader :attributes, :elements
    attr_writer :context

    def initialize(name = 'UNDEFINED', parent = nil, context = nil)
      super(nil)
      @attributes = Attributes.new(self)
      @elements = Elements.new(self)
      @context = context
      self.name = name.is_a?(Element) ? name.expanded_name : name
      name.attributes.each_attribute { |attribute| @attributes.add(attribute) } if name.is_a?(Element)
      parent&.add(self)
    end

    def context = @context || parent&.context
    def node_type = :element
    def document = root_node.is_a?(Document) ? root_node : nil
    def root_node = parent ? parent.root_node : self
    def inspect = "<#{expanded_name}#{attributes.to_a.map { |each| " #{each.to_string}" }.join}#{children.empty? ? '/>' : '> ... </>'}"
    def clone = Element.new(self)

    def deep_clone
      copy = clone
      children.each { |child| copy.add(child.is_a?(Element) ? child.deep_clone : child.clone) }
      copy
    end

    def root
      top = self
      top = top.parent while top.parent && !top.parent.is_a?(Document)
      top
    end

    def namespace(prefix = self.prefix)
      name = prefix.empty? || prefix == 'xmlns' ? 'xmlns' : "xmlns:#{prefix}"
      @attributes[name] || (parent.is_a?(Element) ? parent.namespace(prefix) : '')
    end

    def add_element(element, attributes = nil)
      element = Element.new(element) unless element.is_a?(Element)
      add(element)
      element.add_attributes(attributes) if attributes
      element
    end

    def delete_element(element) = @elements.delete(element)
    def has_elements? = !@elements.empty?
    def each_element(path = nil, &block) = @elements.each(path, &block)
    def get_elements(path) = @elements.to_a(path)
    def next_element = following { |node| node.next_sibling_node }
    def previous_element = following { |node| node.previous_sibling_node }

    def each_element_with_attribute(name, value = nil, max = 0, path = nil, &block)
      found = @elements.to_a(path).select { |each| value ? each.attributes[name] == value : each.attributes[name] }
      found = found.first(max) if max.positive?
      found.each(&block)
    end

    def each_element_with_text(text = nil, max = 0, path = nil, &block)
      found = @elements.to_a(path).select { |each| text ? each.text == text : each.has_text? }
      found = found.first(max) if max.positive?
      found.each(&block)
    end

    def [](name, *rest) = name.is_a?(String) || name.is_a?(Symbol) ? @attributes[name.to_s] : super
    def texts = children.grep(Text)
    def cdatas = children.grep(CData)
    def comments = children.grep(Comment)
    def instructions = children.grep(Instruction)
    def has_text? = !text.nil?
    def text(path = nil) = get_text(path)&.value

    def get_text(path = nil)
      element = path ? @elements[path] : self
      element && element.children.find { |child| child.is_a?(Text) }
    end

    def text=(text)
      old = get_text
      return old&.remove && self if text.nil?

      text = Text.new(text.to_s, true) unless text.is_a?(Text)
      old ? old.replace_with(text) : add(text)
      self
    end

    def add_text(text)
      if text.is_a?(String)
        return (children.last << text) && self if children.last.instance_of?(Text)

        text = Text.new(text, true)
      end
      add(text) if text
      self
    end

    def attribute(name, _namespace = nil) = @attributes.get_attribute(name)
    def has_attributes? = !@attributes.empty?
    def add_attribute(name, value = nil) = name.is_a?(Attribute) ? @attributes.add(name) : @attributes[name] = value
    def add_attributes(all) = all.each { |name, value| add_attribute(name, value) }
    def delete_attribute(name) = (found = @attributes.get_attribute(name)) && (@attributes.delete(name); found)

    def xpath
      same = parent.is_a?(Document) || parent.nil? ? [] : parent.elements.to_a.select { |each| each.expanded_name == expanded_name }
      place = same.size > 1 ? "[#{same.index { |each| each.equal?(self) } + 1}]" : ''
      "#{parent.is_a?(Element) && !parent.is_a?(Document) ? parent.xpath : ''}/#{expanded_name}#{place}"
    end

    def write(output = +'', indent = -1, *)
      (indent > -1 ? Formatters::Pretty.new(indent) : Formatters::Default.new).write(self, output)
      output
    end

    private

    def following
      node = yield self
      node = yield node until node.nil? || node.is_a?(Element)
      node
    end
  end

  class Document < Element
    def initialize(source = nil, context = {})
      super('', nil, context)
      @context = context || {}
      source = source.read if source.respond_to?(:read)
      case source
      when nil, Document then nil
      else Reader.new(source.to_s, self).read
      end
    end

    def node_type = :document
    def name = ''
    def expanded_name = ''
    def context = @context
    def root_node = self
    def document = self
    def root = @elements[1]
    def doctype = children.grep(DocType).first
    def xml_decl = children.first.is_a?(XMLDecl) ? children.first : XMLDecl.default
    def version = xml_decl.version
    def encoding = xml_decl.encoding
    def stand_alone? = xml_decl.standalone
    def inspect = "<UNDEFINED#{children.empty? ? '/>' : '> ... </>'}"
    def clone = Document.new(self)

    def add(child)
      if child.is_a?(XMLDecl)
        children.shift if children.first.is_a?(XMLDecl)
        child.parent = self
        children.unshift(child)
      else
        raise 'attempted adding second root element to document' if child.is_a?(Element) && root

        super
      end
    end
    alias << add

    def write(output = $stdout, indent = -1, *, **options)
      output = options.fetch(:output, output)
      indent = options.fetch(:indent, indent)
      super(output, indent)
    end
  end

  # Reads a document into its tree.
  class Reader
    NAME = /[A-Za-z_:\u0080-\u{10ffff}][-\w.:\u0080-\u{10ffff}]*/

    def initialize(text, document)
      @text = StringScanner.new(text.delete_prefix("\uFEFF"))
      @document = document
      @place = document
    end

    def read
      step until @text.eos?
      fail_with("Missing end tag for '#{@place.expanded_name}'") unless @place.equal?(@document)
      @document
    end

    private

    def step
      if @text.scan(/<\?xml(\s[^?]*)?\?>/) then declaration(@text[1].to_s)
      elsif @text.scan(/<\?([^\s?]+)(.*?)\?>/m) then @place.add(Instruction.new(@text[1], @text[2].strip.empty? ? nil : @text[2]))
      elsif @text.scan(/<!--(.*?)-->/m) then @place.add(Comment.new(@text[1]))
      elsif @text.scan(/<!\[CDATA\[(.*?)\]\]>/m) then @place.add(CData.new(@text[1]))
      elsif @text.scan(/<!DOCTYPE\s[^\[>]*(\[.*?\]\s*)?>/m) then @place.add(DocType.new(@text[0]))
      elsif @text.scan(%r{</(#{NAME})\s*>}) then close(@text[1])
      elsif @text.scan(/<(#{NAME})/) then open(@text[1])
      elsif @text.check(/</) then fail_with("malformed XML: missing tag start\nLine: #{@text.rest[/\A.*/]}")
      else text(@text.scan(/[^<]+/))
      end
    end

    def declaration(parts)
      value = ->(name) { parts[/\s#{name}\s*=\s*["']([^"']*)["']/, 1] }
      @place.add(XMLDecl.new(value['version'] || '1.0', value['encoding'], value['standalone']))
    end

    def open(name)
      element = Element.new(name)
      while @text.scan(/\s+(#{NAME})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/m)
        key = @text[1]
        fail_with("Duplicate attribute #{key.inspect}") if element.attributes.key?(key)
        element.attributes.read(key, @text[2] || @text[3])
      end
      fail_with('attempted adding second root element to document') if @place.equal?(@document) && @document.root
      if @text.scan(%r{\s*/>}) then @place.add(element)
      elsif @text.scan(/\s*>/) then @place = @place.add(element)
      else fail_with("Missing attribute value: <#{name}>")
      end
    end

    def close(name)
      fail_with("Unexpected top-level end tag (got '#{name}')") if @place.equal?(@document)
      fail_with("Missing end tag for '#{@place.expanded_name}' (got '#{name}')\n") unless @place.expanded_name == name

      @place = @place.parent
    end

    def text(text)
      if @place.equal?(@document) && !text.strip.empty?
        fail_with("Malformed XML: Content at the start of the document (got '#{text.strip}')")
      end
      context = @document.context
      return if names?(context[:ignore_whitespace_nodes]) && text.strip.empty?

      @place.add(Text.new(text, !names?(context[:compress_whitespace]), nil, true))
    rescue ParseException
      raise
    rescue RuntimeError => e
      fail_with(e.message)
    end

    # Whether an option is for all elements, or names this one.
    def names?(option) = option == :all || (option.is_a?(Array) && option.include?(@place.expanded_name))
    def fail_with(message) = raise(ParseException, message)
  end
end
