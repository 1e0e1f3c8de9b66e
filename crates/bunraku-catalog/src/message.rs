//! What messages about the catalog say and where they point. Everything here runs only when something is wrong.

use bunraku_diag::{Diagnostic, Source, TextRange, nearest};
use bunraku_eval::first_line;
use bunraku_pcore::Str;

use crate::{
    compiler::CompilerState,
    resource::{Kind, OriginId, Param, Place},
};

/// The head of a resource expression: from its type to the title, if that is on the same line.
pub(crate) fn head(source: &Source, whole: TextRange, title: TextRange) -> TextRange {
    let same_line = !TextRange::new(whole.start, title.end).of(source.text()).contains('\n');
    if same_line { TextRange::new(whole.start, title.end) } else { first_line(source, whole) }
}

/// The place of the type's name in a resource expression.
pub(crate) fn type_place(source: &Source, whole: TextRange) -> TextRange {
    let text = whole.of(source.text());
    let name = text.trim_start_matches('@').trim_start();
    let start = whole.start + (text.len() - name.len()) as u32;
    let length = name.find(|c: char| c.is_whitespace() || matches!(c, '{' | '<' | '(')).unwrap_or(name.len());
    TextRange::new(start, start + length as u32)
}

/// The place of an attribute's name; of one that comes from a hash, that of the whole `* => hash`.
pub(crate) fn name_place(param: &Param) -> Option<TextRange> {
    let place = param.place.as_ref()?;
    if place.range.of(place.source.text()).starts_with(param.name.as_str()) {
        return Some(TextRange::new(place.range.start, place.range.start + param.name.len() as u32));
    }
    Some(first_line(&place.source, place.range))
}

/// A diagnostic at a place, if it is known.
pub(crate) fn located(diagnostic: Diagnostic, place: Option<&Place>, text: &str) -> Diagnostic {
    match place {
        Some(place) => diagnostic.at(place.span(), text),
        None => diagnostic,
    }
}

/// A diagnostic about an attribute of a resource: at its name if that is on the resource's line, otherwise at the
/// resource with a label.
pub(crate) fn at_attribute(
    diagnostic: Diagnostic,
    resource: Option<&Place>,
    param: &Param,
    text: &str,
) -> Diagnostic {
    let (Some(place), Some(name)) = (param.place.as_ref(), name_place(param)) else {
        return located(diagnostic, resource, text);
    };
    let span = bunraku_diag::Span { range: name, ..place.span() };
    match resource {
        Some(resource) if resource.line() != place.line() || resource.file != place.file => {
            diagnostic.at(resource.span(), "").label(span, text)
        }
        _ => diagnostic.at(span, text),
    }
}

/// The names that could have been meant: the nearest, or all if they are few.
pub(crate) fn suggestion<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<String> {
    let known: Vec<&str> = known.into_iter().collect();
    if let Some(similar) = nearest(name, known.iter().copied()) {
        return Some(format!("did you mean `{similar}`?"));
    }
    let listed: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    match listed.as_slice() {
        [] => Some("it has no parameters".to_owned()),
        [only] => Some(format!("its only parameter is {only}")),
        [before @ .., last] if before.len() < 6 => {
            Some(format!("its parameters are {} and {last}", before.join(", ")))
        }
        _ => None,
    }
}

impl CompilerState {
    /// A resource of the same type whose title is similar, as a reference.
    pub(crate) fn similar(&self, key: &(Str, Str)) -> Option<String> {
        let mut titles: Vec<&str> =
            self.index.keys().filter(|known| known.0 == key.0).map(|known| known.1.as_str()).collect();
        // The index has no order of its own.
        titles.sort_unstable();
        nearest(&key.1, titles).map(|title| shown_reference(&key.0, title))
    }

    /// Whose something is, in words.
    pub(crate) fn owner(&self, origin: OriginId) -> String {
        let Some(origin) = self.origins.get(origin.0) else { return "other code".to_owned() };
        match origin.kind {
            Kind::Class if origin.name.is_empty() => "the top scope".to_owned(),
            Kind::Class => format!("class `{}`", origin.name),
            Kind::Define => format!("the defined type `{}`", origin.name),
            Kind::Node => format!("node `{}`", origin.name),
            Kind::Builtin => format!("`{}`", origin.name),
        }
    }
}

/// A reference as a program writes it.
pub(crate) fn shown_reference(type_name: &str, title: &str) -> String {
    if type_name == "Class" {
        format!("`Class['{}']`", title.to_lowercase())
    } else {
        format!("`{type_name}['{title}']`")
    }
}
