# XPath as far as functions of modules use it: steps, axes in short, predicates, comparisons and a few functions.
module REXML
  module XPath
    def self.match(element, path = nil, *) = Path.new(path || '*').nodes(element)
    def self.first(element, path = nil, *) = match(element, path).first
    def self.each(element, path = nil, *, &block) = match(element, path).each(&block)

    # A path that is evaluated as it is read.
    class Path
      def initialize(text) = @text = text

      def nodes(node)
        @scan = StringScanner.new(@text)
        found = expression(Place.new(node, 1, 1))
        blanks
        raise ParseException, "Garbage component exists at the end: <#{@scan.rest}>: <#{@text}>" unless @scan.eos?

        found.is_a?(Array) ? found : [found]
      end

      # Where an expression is evaluated: a node, its number and how many there are.
      Place = Struct.new(:node, :number, :count)

      private

      def expression(place)
        left = conjunction(place)
        while word(/or(?=[\s(])/)
          right = conjunction(place)
          left = truth(left) || truth(right)
        end
        left
      end

      def conjunction(place)
        left = comparison(place)
        while word(/and(?=[\s(])/)
          right = comparison(place)
          left = truth(left) && truth(right)
        end
        left
      end

      def comparison(place)
        left = union(place)
        while (operator = word(/!=|<=|>=|=|<|>/))
          right = union(place)
          left = compare(left, operator, right)
        end
        left
      end

      def union(place)
        left = term(place)
        left = (left + term(place)).uniq(&:object_id) while word(/\|/)
        left
      end

      def term(place)
        if (text = word(/"[^"]*"|'[^']*'/)) then text[1...-1]
        elsif (number = word(/\d+(\.\d+)?/)) then number.include?('.') ? number.to_f : number.to_i
        elsif word(/\(/) then closed(expression(place))
        elsif (name = word(/(?:not|contains|starts-with|last|position|count|name|local-name|string|normalize-space|concat|string-length|true|false|number)(?=\s*\()/))
          function(name, place)
        else path(place.node)
        end
      end

      def closed(value)
        word(/\)/) or raise ParseException, "missing ) in #{@text}"
        value
      end

      def function(name, place)
        word(/\(/)
        args = []
        until word(/\)/)
          raise ParseException, "missing ) in #{@text}" if @scan.eos?

          args << expression(place)
          word(/,/)
        end
        call(name, args, place)
      end

      def call(name, args, place)
        case name
        when 'not' then !truth(args[0])
        when 'contains' then string(args[0]).include?(string(args[1]))
        when 'starts-with' then string(args[0]).start_with?(string(args[1]))
        when 'last' then place.count
        when 'position' then place.number
        when 'count' then args[0].size
        when 'name', 'local-name'
          node = args[0] ? args[0].first : place.node
          name == 'name' ? node&.expanded_name.to_s : node&.name.to_s
        when 'string', 'normalize-space'
          text = string(args[0] || [place.node])
          name == 'string' ? text : text.strip.squeeze(" \n\t")
        when 'concat' then args.map { |each| string(each) }.join
        when 'string-length' then string(args[0] || [place.node]).length
        when 'number' then string(args[0]).to_f
        else name == 'true'
        end
      end

      def path(node)
        blanks
        nodes = [node]
        if @scan.scan(%r{//}) then nodes = below([top(node)])
        elsif @scan.scan(%r{/})
          nodes = [top(node)]
          return nodes unless @scan.check(/[\w@*.]/)
        end
        nodes = step(nodes)
        while @scan.check(%r{/})
          nodes = below(nodes) if @scan.scan(%r{//}) || !@scan.scan(%r{/})
          nodes = step(nodes)
        end
        nodes
      end

      def step(nodes)
        if @scan.scan(/\.\./) then select = ->(node) { [node.parent].compact }
        elsif @scan.scan(/\./) then select = ->(node) { [node] }
        else
          axis = @scan.scan(/@/) ? 'attribute' : @scan.scan(/([a-z-]+)::/) && @scan[1]
          select = test(axis || 'child')
        end
        predicates(nodes.map { |node| select.call(node) })
      end

      def test(axis)
        if @scan.scan(/(text|node|comment)\(\)/)
          kind = { 'text' => Text, 'node' => Object, 'comment' => Comment }[@scan[1]]
          return ->(node) { axis(axis, node).grep(kind) }
        end
        name = @scan.scan(/\*|[A-Za-z_][-\w.]*(?::(?:\*|[A-Za-z_][-\w.]*))?/)
        raise ParseException, "invalid path #{@text}" unless name

        lambda do |node|
          named = axis(axis, node).select { |each| each.is_a?(Element) || each.is_a?(Attribute) }
          name == '*' ? named : named.select { |each| fits?(each, name) }
        end
      end

      def fits?(node, name)
        prefix, local = name.split(':', 2)
        local == '*' ? node.prefix == prefix : node.expanded_name == name
      end

      def axis(axis, node)
        case axis
        when 'child' then node.parent? ? node.children : []
        when 'attribute' then node.is_a?(Element) ? node.attributes.to_a : []
        when 'self' then [node]
        when 'parent' then [node.parent].compact
        when 'descendant' then below([node]) - [node]
        when 'descendant-or-self' then below([node])
        when 'ancestor' then node.parent ? [node.parent] + axis(axis, node.parent) : []
        when 'following-sibling' then node.parent ? node.parent.children[(node.parent.index(node) + 1)..] : []
        when 'preceding-sibling' then node.parent ? node.parent.children[0...node.parent.index(node)].reverse : []
        else raise ParseException, "unknown axis #{axis}"
        end
      end

      # Each list of nodes is numbered for itself.
      def predicates(lists)
        while @scan.scan(/\s*\[/)
          start = @scan.pos
          lists = lists.map do |list|
            numbered = list.each_with_index.map { |node, index| Place.new(node, index + 1, list.size) }
            numbered.select { |place| @scan.pos = start; holds?(expression(place), place) }.map(&:node)
          end
          skip(start)
        end
        lists.flatten(1)
      end

      # The end of a predicate, also if there was nothing to evaluate it for.
      def skip(start)
        @scan.pos = start
        depth = 1
        while depth.positive?
          part = @scan.scan(/[^\[\]"']+|"[^"]*"|'[^']*'|[\[\]]/) or raise ParseException, "missing ] in #{@text}"
          depth += { '[' => 1, ']' => -1 }.fetch(part, 0)
        end
      end

      def holds?(value, place) = value.is_a?(Numeric) ? place.number == value : truth(value)

      def truth(value)
        case value
        when Array, String then !value.empty?
        when Numeric then !value.zero?
        else value
        end
      end

      def compare(left, operator, right)
        lefts = left.is_a?(Array) ? left.map { |node| string([node]) } : [left]
        rights = right.is_a?(Array) ? right.map { |node| string([node]) } : [right]
        lefts.any? { |a| rights.any? { |b| related?(a, operator, b) } }
      end

      def related?(left, operator, right)
        numbers = left.is_a?(Numeric) || right.is_a?(Numeric) || !%w[= !=].include?(operator)
        left, right = [left, right].map { |each| numbers ? each.to_s.to_f : each.to_s }
        case operator
        when '=' then left == right
        when '!=' then left != right
        else left.public_send(operator, right)
        end
      end

      def string(value)
        return value.to_s unless value.is_a?(Array)

        node = value.first
        case node
        when nil then ''
        when Element then node.children.map { |child| string([child]) }.join
        when Text, Attribute then node.value
        else ''
        end
      end

      def below(nodes) = nodes.flat_map { |node| [node] + (node.parent? ? below(node.children) : []) }
      def top(node) = node.is_a?(Child) ? (node.parent ? top(node.parent) : node) : top(node.element)
      def blanks = @scan.skip(/\s+/)
      def word(pattern) = (blanks; @scan.scan(pattern))
    end
  end
end
