//! The functions that version 9 of the module added, all of them in the namespace `stdlib`, and the new names of old
//! functions.

use std::sync::OnceLock;

use super::ruby::*;

mod collections;
mod digests;
mod has_function;
mod node;
mod sensitive;

pub(crate) static ALL: [&Builtin; 15] = [
    &digests::CRC32,
    &node::FQDN_RAND_STRING,
    &node::FQDN_ROTATE,
    &has_function::HAS_FUNCTION,
    &node::HAS_INTERFACE_WITH,
    &collections::NESTED_VALUES,
    &node::OS_VERSION_GTE,
    &sensitive::REWRAP_SENSITIVE_DATA,
    &node::SEEDED_RAND,
    &digests::SHA256,
    &collections::SORT_BY,
    &sensitive::TO_JSON,
    &sensitive::TO_JSON_PRETTY,
    &sensitive::TO_TOML,
    &sensitive::TO_YAML,
];

/// New names of functions that behave as before, each with the old name.
const RENAMED: [(&str, &str); 7] = [
    ("stdlib::batch_escape", "batch_escape"),
    ("stdlib::merge", "merge"),
    ("stdlib::parsehocon", "parsehocon"),
    ("stdlib::powershell_escape", "powershell_escape"),
    ("stdlib::seeded_rand_string", "seeded_rand_string"),
    ("stdlib::shell_escape", "shell_escape"),
    ("stdlib::type_of", "type_of"),
];

/// The functions of a library that have a new name, under that name.
pub(crate) fn renamed(library: &[&'static Builtin]) -> impl Iterator<Item = &'static Builtin> + use<> {
    static RENAMED_FUNCTIONS: OnceLock<Vec<Builtin>> = OnceLock::new();
    let functions = RENAMED_FUNCTIONS.get_or_init(|| {
        let found = RENAMED.iter().filter_map(|(name, old)| {
            let builtin = library.iter().find(|builtin| builtin.name == *old)?;
            Some(Builtin::new(name, builtin.doc, builtin.dispatches))
        });
        found.collect()
    });
    functions.iter()
}
