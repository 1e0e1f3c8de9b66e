# DeepMerge: merges hashes and arrays into others, with options. Puppet requires this gem, so that code may, too.
module DeepMerge
  class InvalidParameter < StandardError; end

  # The merge of one value into another with a set of options.
  class Merge
    def initialize(options)
      @overwrite = !options[:preserve_unmergeables]
      @knockout = options[:knockout_prefix]
      @split = options[:unpack_arrays]
      @options = options
      raise InvalidParameter, 'knockout_prefix cannot be an empty string in deep_merge!' if @knockout == ''
      raise InvalidParameter, 'overwrite_unmergeable must be true if knockout_prefix is specified in deep_merge!' if @knockout && !@overwrite
    end

    def merge(source, dest)
      return dest if source.nil? && (dest || !@options[:merge_nil_values])
      return source if !dest && @overwrite

      case source
      when Hash then hash(source, dest)
      when Array then array(source, dest)
      else other(source, dest)
      end
    end

    private

    def hash(source, dest)
      source.each do |key, value|
        if dest.is_a?(Hash)
          if dest[key]
            dest[key] = merge(value, dest[key])
          else
            dest[key] = merge(value, @options[:keep_array_duplicates] ? emptied(value) : value.dup)
          end
        elsif dest.is_a?(Array) && @options[:extend_existing_arrays]
          dest.push(source)
        else
          dest = replaced(source, dest)
        end
      end
      dest
    end

    # What an array is merged into where there is nothing yet, if its items are not to be doubled.
    def emptied(value)
      case value
      when Array then []
      when Hash then {}
      else value.dup
      end
    end

    def array(source, dest)
      return source if @options[:overwrite_arrays]

      clear = @knockout && source.include?(@knockout)
      if clear
        source = source - [@knockout]
        dest = dest.is_a?(Array) ? dest.clear : dest
      end
      source = unpacked(source) if @split
      if dest.is_a?(Array)
        dest = unpacked(dest) if @split
        knocked_out(source, dest)
        joined(source, dest)
      else
        source = source.reject { |item| knocks?(item) } if @knockout && @overwrite
        replaced(source, dest)
      end
    end

    def knocks?(item)
      item.respond_to?(:start_with?) && item.start_with?(@knockout)
    end

    def unpacked(list)
      list.join(@split).split(@split)
    end

    def knocked_out(source, dest)
      return unless @knockout

      source.dup.each do |item|
        next unless knocks?(item)

        source.delete(item)
        dest.delete(item.delete_prefix(@knockout))
        dest.delete(item)
      end
    end

    def joined(source, dest)
      if @options[:merge_hash_arrays] && (source + dest).all?(Hash)
        dest = Array.new([source.length, dest.length].max) { |at| merge(source[at], dest[at] || {}) }
      elsif @options[:keep_array_duplicates]
        dest = dest.concat(source)
      else
        dest = dest | source
      end
      dest.sort! if @options[:sort_merged_arrays]
      dest
    end

    def other(source, dest)
      return dest.push(source) if dest.is_a?(Array) && @options[:extend_existing_arrays]

      replaced(source, dest)
    end

    def replaced(source, dest)
      return dest unless @overwrite

      return '' if @knockout && knocks?(source)

      source
    end
  end

  def self.deep_merge!(source, dest, options = {})
    Merge.new(options).merge(source, dest)
  end

  module DeepMergeHash
    def ko_deep_merge!(source, options = {})
      DeepMerge.deep_merge!(source, self, { knockout_prefix: '--', preserve_unmergeables: false }.merge(options))
    end

    def deep_merge!(source, options = {})
      DeepMerge.deep_merge!(source, self, { preserve_unmergeables: false }.merge(options))
    end

    def deep_merge(source, options = {})
      DeepMerge.deep_merge!(source, self, { preserve_unmergeables: true }.merge(options))
    end
  end
end

class Hash
  include DeepMerge::DeepMergeHash
end
