# TSort: topological sorting, in which each node comes after its dependencies.
module TSort
  class Cyclic < StandardError; end

  def tsort
    TSort.tsort(method(:tsort_each_node), method(:tsort_each_child))
  end

  def tsort_each(&block)
    return to_enum(:tsort_each) unless block

    tsort.each(&block)
    nil
  end

  def strongly_connected_components
    TSort.strongly_connected_components(method(:tsort_each_node), method(:tsort_each_child))
  end

  def each_strongly_connected_component(&block)
    return to_enum(:each_strongly_connected_component) unless block

    strongly_connected_components.each(&block)
    nil
  end

  class << self
    def tsort(each_node, each_child)
      strongly_connected_components(each_node, each_child).map do |component|
        unless component.size == 1
          raise Cyclic, "topological sort failed: #{component.inspect}"
        end

        component.first
      end
    end

    # Tarjan's algorithm: a node that is reached again while it is on the stack closes a component.
    def strongly_connected_components(each_node, each_child)
      state = { numbers: {}, low: {}, stack: [], found: [] }
      each_node.call { |node| visit(node, each_child, state) unless state[:numbers].key?(node) }
      state[:found]
    end

    private

    def visit(node, each_child, state)
      numbers, low, stack = state.values_at(:numbers, :low, :stack)
      numbers[node] = low[node] = numbers.size
      stack.push(node)
      each_child.call(node) do |child|
        if !numbers.key?(child)
          visit(child, each_child, state)
          low[node] = [low[node], low[child]].min
        elsif stack.include?(child)
          low[node] = [low[node], numbers[child]].min
        end
      end
      return unless low[node] == numbers[node]

      state[:found] << stack.slice!(stack.index(node)..)
    end
  end
end
