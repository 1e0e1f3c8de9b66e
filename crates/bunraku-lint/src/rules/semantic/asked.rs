//! Code that asks whether something exists before it uses it.

use bunraku_diag::TextRange;

use crate::File;

/// Whether a call of `defined` at or before a place asks for a name, or `getvar` reads it: `if defined('$x') { notice($x) }`
/// compiles, whether there is a `$x` or not. What the answer has to do with the place is not examined, since code that asks
/// expects either.
///
/// Variables have `$` before the name. Asking for a class is asking for its variables, too.
pub(super) fn is_asked_for(file: &File<'_>, place: TextRange, name: &str) -> bool {
    let mut name = name.replace("$::", "$").to_lowercase();
    if let Some(plain) = name.strip_prefix("::") {
        name = plain.to_owned();
    }
    let class =
        name.strip_prefix('$').and_then(|variable| variable.rsplit_once("::")).map(|(class, _)| class);
    let before = file.calls().iter().take_while(|call| call.node.range().start <= place.start);
    before.filter(|call| matches!(call.name, "defined" | "getvar")).any(|call| {
        let text = call.node.text().replace("$::", "$").to_lowercase();
        let asks = |name: &str| has_name(&text, name);
        asks(&name)
            || class.is_some_and(asks)
            || call.name == "getvar" && name.strip_prefix('$').is_some_and(asks)
    })
}

/// Whether a call of `defined` before a place asks for a resource: `unless defined(File['/a']) { file { '/a': } }`. The
/// type is in lowercase.
pub(super) fn is_declared_only_if_asked(
    file: &File<'_>,
    place: TextRange,
    type_name: &str,
    title: &str,
) -> bool {
    let (reference, title) = (format!("{type_name}["), title.to_lowercase());
    let before = file.calls().iter().take_while(|call| call.node.range().start <= place.start);
    before.filter(|call| matches!(call.name, "defined" | "defined_with_params")).any(|call| {
        let text = call.node.text().to_lowercase();
        text.contains(&reference) && text.contains(&title)
    })
}

/// Whether code asks for a template or file by a function such as `find_file`, which returns `undef` for what does not exist.
pub(super) fn is_searched(file: &File<'_>, function: &str, name: &str) -> bool {
    file.calls().iter().any(|call| call.name == function && call.node.text().contains(name))
}

/// Whether a text contains a whole name; `::` before it does not count.
fn has_name(text: &str, name: &str) -> bool {
    let is_inside = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at + name.len()..).unwrap_or_default();
        let begins = before.strip_suffix("::").unwrap_or(before);
        !begins.ends_with(|c| is_inside(c) || c == '$')
            && !after.starts_with(is_inside)
            && !after.starts_with("::")
    })
}
