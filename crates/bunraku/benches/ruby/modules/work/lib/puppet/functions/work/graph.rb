# Objects with methods, instance variables and constants.
Puppet::Functions.create_function(:'work::graph') do
  dispatch :graph do
    param 'Integer', :size
  end

  class GraphNode
    STEPS = [1, 2, 5].freeze
    attr_reader :name, :edges
    attr_accessor :seen

    def initialize(name)
      @name = name
      @edges = []
      @seen = false
    end

    def link(other, weight: 1)
      @edges << [other, weight]
      self
    end

    def to_s
      "node #{@name}"
    end
  end

  def graph(size)
    nodes = Array.new(size) { |index| GraphNode.new(index) }
    nodes.each_with_index do |node, index|
      GraphNode::STEPS.each { |step| node.link(nodes[(index * step + 1) % size], weight: step) }
    end
    queue = [nodes.first]
    order = []
    until queue.empty?
      node = queue.shift
      next if node.seen

      node.seen = true
      order << node.to_s
      node.edges.sort_by { |_, weight| -weight }.each { |other, _| queue.push(other) unless other.seen }
    end
    order.length
  end
end
