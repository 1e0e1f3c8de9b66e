//! Replacements for functions of the module puppetlabs-stdlib that many manifests call and that need no catalog: they
//! are several times as fast as the module's own code. They are used if the module is installed, in versions with the
//! same behaviour.
//!
//! Most have the API of Puppet 3, which passes arguments without checking their types; the module `ruby` has the
//! helpers for it.

use bunraku_eval::Builtin;

mod affixes;
mod any2array;
mod booleans;
mod character_set;
mod concat;
mod count;
mod delete_undef_values;
mod deprecation;
mod fact;
mod has_key;
mod join_keys_to_values;
mod member;
mod merge;
mod paths;
mod pick;
mod ruby;
mod to_json;
mod zip;

/// The replacements for functions of the module, except those that need a catalog.
pub fn stdlib() -> Vec<&'static Builtin> {
    vec![
        &affixes::PREFIX,
        &affixes::SUFFIX,
        &any2array::ANY2ARRAY,
        &booleans::BOOL2STR,
        &booleans::STR2BOOL,
        &concat::CONCAT,
        &count::COUNT,
        &delete_undef_values::DELETE_UNDEF_VALUES,
        &deprecation::DEPRECATION,
        &fact::FACT,
        &has_key::HAS_KEY,
        &join_keys_to_values::JOIN_KEYS_TO_VALUES,
        &member::MEMBER,
        &merge::DEEP_MERGE,
        &merge::MERGE,
        &merge::STDLIB_MERGE,
        &paths::BASENAME,
        &paths::DIRNAME,
        &pick::PICK,
        &pick::PICK_DEFAULT,
        &to_json::TO_JSON,
        &zip::ZIP,
    ]
}
