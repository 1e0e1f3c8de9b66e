//! The functions that touch the catalog.

use bunraku_eval::Builtin;

pub(crate) use stdlib::glob;
pub use stdlib::stdlib;

mod binary_file;
mod contain;
mod create_resources;
mod data;
mod defined;
mod epp;
mod file;
mod find_file;
mod find_template;
mod hiera;
mod include;
mod lookup;
mod module_directory;
mod realize;
mod require;
mod stdlib;
mod tag;
mod tagged;
mod template;

/// The functions that ship with Puppet and need a catalog.
pub fn core() -> Vec<&'static Builtin> {
    vec![
        &binary_file::BINARY_FILE,
        &contain::CONTAIN,
        &create_resources::CREATE_RESOURCES,
        &data::EYAML_LOOKUP_KEY,
        &data::HOCON_DATA,
        &data::JSON_DATA,
        &data::YAML_DATA,
        &defined::DEFINED,
        &epp::EPP,
        &file::FILE,
        &find_file::FIND_FILE,
        &find_template::FIND_TEMPLATE,
        &hiera::HIERA,
        &hiera::HIERA_ARRAY,
        &hiera::HIERA_HASH,
        &hiera::HIERA_INCLUDE,
        &include::INCLUDE,
        &lookup::LOOKUP,
        &module_directory::MODULE_DIRECTORY,
        &realize::REALIZE,
        &require::REQUIRE,
        &tag::TAG,
        &tagged::TAGGED,
        &template::INLINE_TEMPLATE,
        &template::TEMPLATE,
    ]
}
