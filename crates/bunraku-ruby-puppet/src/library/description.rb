# Describes a resource type as a hash of plain values, for the Rust code that reads it.

module Puppet
  class Type
    class << self
      def describe
        {
          name: @name.to_s,
          doc: @doc.to_s,
          properties: @properties.map { |attribute| describe_attribute(attribute) },
          parameters: @parameters.map { |attribute| describe_attribute(attribute) },
          metaparams: metaparam_classes.map { |attribute| describe_attribute(attribute) },
          namevars: key_attributes.map(&:to_s),
          titles: described_titles,
          features: @features.map(&:to_s),
          providers: @providers.map(&:to_s),
          relations: @relations.map { |kind, types| [kind, types.map(&:to_s)] }.to_h,
          isomorphic: isomorphic? ? true : false,
          apply_to: apply_to.to_s,
        }
      end

      private

      # The title patterns, nil if there are none, or an error message, because several namevars require patterns.
      def described_titles
        title_patterns
      rescue Puppet::DevError => e
        e.message
      end

      def describe_attribute(attribute)
        kind, default = attribute.described_default
        {
          name: attribute.name.to_s,
          doc: attribute.doc.to_s,
          namevar: attribute.isnamevar? ? true : false,
          required: attribute.required? ? true : false,
          values: attribute.value_collection.describe,
          default_kind: kind,
          default: default,
          features: (attribute.required_features || []).map(&:to_s),
          data_type: attribute.respond_to?(:data_type) ? attribute.data_type : nil,
          array: attribute.respond_to?(:array_matching) && attribute.array_matching.to_s == 'all',
        }
      end
    end
  end
end
