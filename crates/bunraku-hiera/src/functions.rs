//! The functions of Puppet that look up data.

use crate::Merge;

/// The functions whose first argument is a key, with how they merge the values that several levels have. `lookup` merges
/// as its arguments or the data say.
static LOOKUP_FUNCTIONS: [(&str, Option<Merge>); 5] = [
    ("lookup", None),
    ("hiera", Some(Merge::First)),
    ("hiera_array", Some(Merge::Unique)),
    ("hiera_hash", Some(Merge::Hash)),
    ("hiera_include", Some(Merge::Unique)),
];

/// How a function that looks up data merges; `None` for any other function.
pub fn lookup_function(name: &str) -> Option<Option<&'static Merge>> {
    LOOKUP_FUNCTIONS.iter().find(|(function, _)| *function == name).map(|(_, merge)| merge.as_ref())
}
