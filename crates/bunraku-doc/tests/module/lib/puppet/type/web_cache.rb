require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'web_cache',
  docs: <<-DOC,
    A cache.
  DOC
  features: ['simple_get_filter'],
  attributes: {
    ensure: {
      type: 'Enum[present, absent]',
      desc: 'Whether it should exist.',
      default: 'present',
    },
    name: {
      type: 'String',
      desc: 'Its name.',
      behaviour: :namevar,
    },
  },
)
