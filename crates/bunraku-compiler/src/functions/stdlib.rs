//! Replacements for the functions of puppetlabs-stdlib that need the catalog.

use bunraku_eval::Eval;
use bunraku_pcore::Value;

use crate::compiler::{CatalogCall, CatalogFunction};

mod assert_private;
mod ensure_resource;

/// The functions in this module.
pub(super) static FUNCTIONS: &[&CatalogFunction] = &[
    &assert_private::ASSERT_PRIVATE,
    &ensure_resource::DEFINED_WITH_PARAMS,
    &ensure_resource::ENSURE_PACKAGES,
    &ensure_resource::ENSURE_RESOURCE,
    &ensure_resource::ENSURE_RESOURCES,
    &ensure_resource::STDLIB_ENSURE_PACKAGES,
];

/// The failure for an argument that is missing or has the wrong type.
fn expected<T>(call: &mut CatalogCall<'_>, what: &str, found: Option<&Value>) -> Eval<T> {
    let found = found.map_or("nothing".to_owned(), |found| call.cx.type_text(found));
    Err(call.fail(format!("`{}` expects {what}, got {found}", call.name)))
}

/// Splits a reference written as a string, such as `File[/etc/motd]`, into type and title.
pub(super) fn type_and_title(text: &str) -> Option<(&str, &str)> {
    let (type_name, rest) = text.split_once('[')?;
    let title = rest.strip_suffix(']').filter(|title| !title.is_empty())?;
    (!type_name.is_empty() && !type_name.contains(']')).then_some((type_name, title))
}
