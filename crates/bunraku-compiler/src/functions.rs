//! The built-in functions that need the catalog.

use bunraku_eval::{Hosted, Native};

use crate::{compiler::CatalogFunction, context};

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
mod puppetdb_query;
mod realize;
mod require;
mod stdlib;
mod tag;
mod tagged;
mod template;

/// Functions that ship with Puppet and need a catalog.
static CORE: &[&CatalogFunction] = &[
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
    &puppetdb_query::PUPPETDB_QUERY,
    &realize::REALIZE,
    &require::REQUIRE,
    &tag::TAG,
    &tagged::TAGGED,
    &template::INLINE_TEMPLATE,
    &template::TEMPLATE,
];

/// The functions that ship with Puppet and need a catalog.
pub fn core() -> impl Iterator<Item = Native> {
    (0..).zip(CORE).map(|(id, function)| Native::Hosted(hosted(id, function)))
}

/// The functions that replace functions of the module puppetlabs-stdlib and need a catalog.
pub fn stdlib() -> impl Iterator<Item = Native> {
    (CORE.len() as u32..).zip(stdlib::FUNCTIONS).map(|(id, function)| Native::Hosted(hosted(id, function)))
}

/// The number of functions that need a catalog. Functions of modules in other languages are numbered from here.
pub(crate) fn count() -> u32 {
    tables().map(|table| table.len() as u32).sum()
}

/// Finds a function by its number; `None` if it belongs to a module in another language.
pub(crate) fn find(function: Hosted) -> Option<&'static CatalogFunction> {
    let mut index = function.id as usize;
    for table in tables() {
        match table.get(index) {
            Some(found) => return Some(found),
            None => index -= table.len(),
        }
    }
    None
}

/// Finds a method of a lookup context.
pub(crate) fn method(name: &str) -> Option<Hosted> {
    context::METHODS.iter().find(|method| method.name == name).and_then(|method| handle(method))
}

/// All tables of functions. Numbers run through them as if they were one.
fn tables() -> impl Iterator<Item = &'static [&'static CatalogFunction]> {
    [CORE, stdlib::FUNCTIONS, context::METHODS].into_iter()
}

fn handle(function: &'static CatalogFunction) -> Option<Hosted> {
    let all = tables().flatten().copied();
    (0..).zip(all).find(|(_, known)| std::ptr::eq(*known, function)).map(|(id, known)| hosted(id, known))
}

fn hosted(id: u32, function: &'static CatalogFunction) -> Hosted {
    Hosted { id, name: function.name, about: Some(function.about()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_signature_can_be_read() {
        let flaws: Vec<String> = tables().flatten().flat_map(|function| function.flaws()).collect();
        assert!(flaws.is_empty(), "{}", flaws.join("\n"));
    }
}
