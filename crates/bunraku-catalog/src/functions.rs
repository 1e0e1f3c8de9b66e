//! The functions that touch the catalog.

use bunraku_eval::Builtin;

mod contain;
mod create_resources;
mod defined;
mod include;
mod realize;
mod require;
mod tag;
mod tagged;

/// The functions that ship with Puppet and need a catalog.
pub fn core() -> Vec<&'static Builtin> {
    vec![
        &contain::CONTAIN,
        &create_resources::CREATE_RESOURCES,
        &defined::DEFINED,
        &include::INCLUDE,
        &realize::REALIZE,
        &require::REQUIRE,
        &tag::TAG,
        &tagged::TAGGED,
    ]
}
