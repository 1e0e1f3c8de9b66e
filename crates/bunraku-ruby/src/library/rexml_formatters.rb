# How REXML writes documents: as they are, or with a line for each element.
module REXML
  module Formatters
    class Default
      def initialize(ie_hack = false)
        @blank = ie_hack ? ' ' : ''
      end

      def write(node, output)
        case node
        when Document then write_document(node, output)
        when Element then write_element(node, output)
        when Comment then write_comment(node, output)
        when CData then write_cdata(node, output)
        when Text then write_text(node, output)
        when Instruction then output << "<?#{node.target}#{" #{node.content}" if node.content}?>"
        else node.write(output)
        end
      end

      protected

      def write_document(document, output) = document.children.each { |child| write(child, output) }
      def write_text(node, output) = output << node.to_s
      def write_comment(node, output) = output << "<!--#{node}-->"
      def write_cdata(node, output) = output << "<![CDATA[#{node}]]>"

      def write_element(node, output)
        output << "<#{node.expanded_name}"
        node.attributes.to_a.sort_by(&:name).each { |attribute| output << ' ' << attribute.to_string }
        return output << "#{@blank}/>" if node.children.empty?

        output << '>'
        node.children.each { |child| write(child, output) }
        output << "</#{node.expanded_name}>"
      end
    end

    # Each element on a line of its own, below its parent.
    class Pretty < Default
      attr_accessor :compact, :width

      def initialize(indentation = 2, ie_hack = false)
        super(ie_hack)
        @indentation = indentation
        @level = 0
        @width = 80
        @compact = false
      end

      protected

      def write_document(document, output)
        document.children.each_with_index do |child, index|
          next if child.instance_of?(Text) && index == document.children.size - 1

          output << "\n" unless index.zero? || child.instance_of?(Text)
          write(child, output)
        end
      end

      def write_element(node, output)
        output << "#{' ' * @level}<#{node.expanded_name}"
        node.attributes.each_attribute { |attribute| output << ' ' << attribute.to_string }
        return output << "#{@blank}/>" if node.children.empty?

        output << '>'
        line = short_text(node)
        line ? output << line : write_children(node, output)
        output << "</#{node.expanded_name}>"
      end

      def write_text(node, output)
        text = node.to_s.gsub(/\s/, ' ').squeeze(' ')
        output << (' ' * @level) << wrap(text, @width - @level).gsub("\n", "\n#{' ' * @level}")
      end

      def write_comment(node, output) = super(node, output << (' ' * @level))
      def write_cdata(node, output) = super(node, output << (' ' * @level))

      private

      # The text of an element that has nothing else, if it fits into a line.
      def short_text(node)
        return unless @compact && node.children.all?(Text)

        level = @level
        @level = 0
        text = +''
        node.children.each { |child| write(child, text) }
        @level = level
        text if text.length < @width
      end

      def write_children(node, output)
        output << "\n"
        @level += @indentation
        node.children.each do |child|
          next if child.is_a?(Text) && child.to_s.strip.empty?

          write(child, output)
          output << "\n"
        end
        @level -= @indentation
        output << (' ' * @level)
      end

      def wrap(text, width)
        lines = []
        while text.length > width && (place = text.rindex(' ', width))
          lines << text[0...place]
          text = text[place + 1..]
        end
        (lines << text).join("\n")
      end
    end
  end
end
