//! The libraries of Puppet and of gems that are installed with it, written in Ruby for this interpreter.

use bunraku_ruby::Library;

pub(crate) const LIBRARIES: &[Library] = &[
    Library { name: "puppet", constants: &["Puppet", "Facter"], source: include_str!("library/puppet.rb") },
    Library {
        name: "puppet/functions",
        constants: &["Puppet::Functions", "Puppet::Parser::Functions"],
        source: include_str!("library/functions.rb"),
    },
    Library {
        name: "puppet/pops/loaders",
        constants: &["Puppet::Pops::Loaders"],
        source: include_str!("library/loaders.rb"),
    },
    Library {
        name: "puppet/pops/types",
        constants: &["Puppet::Pops::Types::TypeFactory", "Puppet::Pops::Types::TypeAsserter"],
        source: include_str!("library/types.rb"),
    },
    Library {
        name: "puppet/world",
        constants: &["Puppet::Provider", "Puppet::Coercion", "Puppet::Util::SymbolicFileMode", "PuppetX"],
        source: include_str!("library/world.rb"),
    },
    Library {
        name: "puppet/parameter",
        constants: &["Puppet::Parameter", "Puppet::Property"],
        source: include_str!("library/parameter.rb"),
    },
    Library { name: "puppet/type", constants: &["Puppet::Type"], source: include_str!("library/type.rb") },
    // This one is internal: it describes a type that was read.
    Library {
        name: "puppet/type description",
        constants: &[],
        source: include_str!("library/description.rb"),
    },
    // So are these: resources as an agent makes them, and what their types lead to.
    Library {
        name: "puppet/applied attribute",
        constants: &[],
        source: include_str!("library/applied_attribute.rb"),
    },
    Library { name: "puppet/applied type", constants: &[], source: include_str!("library/applied_type.rb") },
    Library {
        name: "puppet/default provider",
        constants: &[],
        source: include_str!("library/default_provider.rb"),
    },
    Library { name: "puppet/automatic", constants: &[], source: include_str!("library/automatic.rb") },
    Library {
        name: "puppet/resource_api",
        constants: &["Puppet::ResourceApi"],
        source: include_str!("library/resource_api.rb"),
    },
    Library { name: "semantic_puppet", constants: &[], source: include_str!("library/semantic_puppet.rb") },
    Library { name: "deep_merge", constants: &["DeepMerge"], source: include_str!("library/deep_merge.rb") },
    Library { name: "hocon", constants: &["Hocon"], source: include_str!("library/hocon.rb") },
];

/// Aliases of libraries.
pub(crate) const ALIASES: &[(&str, &str)] =
    &[("deep_merge/core", "deep_merge"), ("hocon/config_error", "hocon"), ("hocon/config_factory", "hocon")];
