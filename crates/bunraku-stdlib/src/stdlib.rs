//! The functions of the module puppetlabs-stdlib that need no catalog. They serve where the module is.
//!
//! Most are of the oldest kind of function: `ruby` has what they share. Those that Puppet has itself by now are not here.

use bunraku_eval::Builtin;

mod any2array;
mod base64;
mod booleans;
mod clamp;
mod concat;
mod convert_base;
mod count;
mod delete;
mod deprecation;
mod dig44;
mod merge;
mod newlines;
mod paths;
mod pick;
mod ruby;
mod sets;
mod squeeze;

/// The functions of the module, without those that need a catalog.
pub fn stdlib() -> Vec<&'static Builtin> {
    let mut library: Vec<&'static Builtin> = vec![
        &any2array::ANY2ARRAY,
        &base64::BASE64,
        &clamp::CLAMP,
        &concat::CONCAT,
        &convert_base::CONVERT_BASE,
        &count::COUNT,
        &deprecation::DEPRECATION,
        &dig44::DIG44,
        &dig44::TRY_GET_VALUE,
        &merge::DEEP_MERGE,
        &merge::MERGE,
        &newlines::DOS2UNIX,
        &newlines::UNIX2DOS,
        &pick::PICK,
        &pick::PICK_DEFAULT,
        &squeeze::SQUEEZE,
    ];
    library.extend(booleans::ALL);
    library.extend(delete::ALL);
    library.extend(paths::ALL);
    library.extend(sets::ALL);
    library
}
