//! The types that describe types, code and resource types: `Pcore::...`, `Puppet::AST::...`, `Puppet::Resource::...`.
//!
//! They are written in Puppet, and parsed when a program first names one of them.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock},
};

use bunraku_analysis::{Analysis, Language};
use bunraku_check::CheckSettings;
use bunraku_edition::{Edition, PUPPET8, TypeNames};
use bunraku_ir::{AliasDefinition, Definition};
use bunraku_syntax::SourceKind;

/// The files with the definitions, and the namespace of each.
const FILES: [(&str, &str, &str); 3] = [
    ("pcore::", "pcore/types.pp", include_str!("pcore/types.pp")),
    ("puppet::ast::", "pcore/ast.pp", include_str!("pcore/ast.pp")),
    ("puppet::resource::", "pcore/resource.pp", include_str!("pcore/resource.pp")),
];

/// Finds the definition for a name in lowercase. The edition `spec` has no such types; there, the name is that of a
/// resource type.
pub(crate) fn definition(edition: &Edition, name: &str) -> Option<Arc<AliasDefinition>> {
    let described = FILES.iter().any(|(namespace, ..)| name.starts_with(namespace));
    if !described || matches!(edition.types.type_names, TypeNames::Documents) {
        return None;
    }
    DEFINITIONS.get(name).cloned()
}

static DEFINITIONS: LazyLock<HashMap<String, Arc<AliasDefinition>>> = LazyLock::new(|| {
    let language = Language { edition: &PUPPET8, settings: CheckSettings::default(), harmless: |_| true };
    let mut definitions = HashMap::new();
    for (_, name, text) in FILES {
        let analysis = Analysis::of_bytes(name, text.as_bytes(), SourceKind::Manifest, None, &language);
        let aliases = analysis.code().into_iter().flat_map(|module| module.definitions.clone());
        definitions.extend(aliases.filter_map(|definition| match definition {
            Definition::Alias(alias) => Some((alias.name.as_str().to_lowercase(), alias)),
            _ => None,
        }));
    }
    definitions
});

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that cannot be parsed would hide its types.
    #[test]
    fn every_definition_is_read() {
        let written =
            FILES.iter().flat_map(|(.., text)| text.lines()).filter(|line| line.starts_with("type "));
        assert_eq!(DEFINITIONS.len(), written.count());
    }
}
