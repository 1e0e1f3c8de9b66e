//! The functions of the module puppetlabs-stdlib that touch the catalog, the environment or data. They serve where the
//! module is.

use bunraku_eval::Eval;
use bunraku_pcore::Value;

use crate::compiler::{CatalogCall, CatalogFunction};

mod assert_private;
mod ensure_resource;
mod getparam;
mod glob;
mod load;
mod module;
mod to_code;

/// The functions of the module.
pub(super) static FUNCTIONS: &[&CatalogFunction] = &[
    &assert_private::ASSERT_PRIVATE,
    &ensure_resource::DEFINED_WITH_PARAMS,
    &ensure_resource::ENSURE_PACKAGES,
    &ensure_resource::ENSURE_RESOURCE,
    &ensure_resource::ENSURE_RESOURCES,
    &ensure_resource::STDLIB_ENSURE_PACKAGES,
    &getparam::GETPARAM,
    &getparam::STR2RESOURCE,
    &glob::GLOB,
    &load::LOADJSON,
    &load::LOADYAML,
    &module::GET_MODULE_PATH,
    &module::LOAD_MODULE_METADATA,
    &to_code::STDLIB_TO_PYTHON,
    &to_code::STDLIB_TO_RUBY,
    &to_code::TO_PYTHON,
    &to_code::TO_RUBY,
];

/// What some of them were in older versions of the module.
pub(super) static OLDER: &[&CatalogFunction] =
    &[&load::LOADJSON_BEFORE_9_0, &module::LOAD_MODULE_METADATA_BEFORE_9_0];

/// What is wrong with functions that read PSON.
const NO_PSON: &str =
    "this version of stdlib reads PSON, which Puppet does not have any more; version 9 reads JSON";
/// The failure for an argument that is missing or of a wrong type.
fn expected<T>(call: &mut CatalogCall<'_>, what: &str, found: Option<&Value>) -> Eval<T> {
    let found = found.map_or("nothing".to_owned(), |found| call.cx.type_text(found));
    Err(call.fail(format!("`{}` expects {what}, got {found}", call.name)))
}

/// The type and title of a reference as text: `File[/etc/motd]`.
pub(super) fn type_and_title(text: &str) -> Option<(&str, &str)> {
    let (type_name, rest) = text.split_once('[')?;
    let title = rest.strip_suffix(']').filter(|title| !title.is_empty())?;
    (!type_name.is_empty() && !type_name.contains(']')).then_some((type_name, title))
}
