//! The wording and places of diagnostics about the catalog. This code runs only when something is wrong.

use std::sync::Arc;

use bunraku_catalog::{Kind, OriginId, Param, Resource, shown_reference};
use bunraku_diag::{Diagnostic, Source, Span, TextRange, nearest};
use bunraku_eval::first_line;
use bunraku_pcore::Str;

use crate::compiler::{Compiler, CompilerState};

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

impl Compiler<'_> {
    /// Reduces a place that spans several lines to the first, for diagnostics.
    pub(crate) fn first_line(&self, place: Span) -> Span {
        let range =
            self.sources.get(place.file).map_or(place.range, |source| first_line(source, place.range));
        Span { range, ..place }
    }

    /// The line of a place, starting from one.
    pub(crate) fn line(&self, place: Span) -> u32 {
        self.sources.get(place.file).map_or(0, |source| source.line_at(place.range.start))
    }

    /// Where the code sets an attribute.
    pub(crate) fn place_of_param(&self, param: &Param) -> Option<Span> {
        self.state.catalog.causes().attribute(param.cause)
    }

    /// The place of an attribute's name. For an attribute from a hash it is the whole `* => hash`.
    pub(crate) fn name_place(&self, param: &Param) -> Option<TextRange> {
        let place = self.place_of_param(param)?;
        let source = self.sources.get(place.file)?;
        if place.range.of(source.text()).starts_with(param.name.as_str()) {
            return Some(TextRange::new(place.range.start, place.range.start + param.name.len() as u32));
        }
        Some(first_line(source, place.range))
    }

    /// The place of an attribute's value in a file; the whole attribute, if the value is an array or comes from a hash.
    pub(crate) fn value_place(&mut self, source: &Arc<Source>, param: &Param) -> Option<TextRange> {
        let place = self.place_of_param(param).filter(|place| place.file == self.file_of(source))?;
        match self.array_elements(source, place.range).as_slice() {
            [only] => Some(*only),
            _ => Some(place.range),
        }
    }

    /// Adds a place to a diagnostic, if it is known.
    pub(crate) fn located(&self, diagnostic: Diagnostic, place: Option<Span>, text: &str) -> Diagnostic {
        match place {
            Some(place) => diagnostic.at(self.first_line(place), text),
            None => diagnostic,
        }
    }

    /// Places a diagnostic about an attribute: at its name if that is on the resource's line, otherwise at the
    /// resource, with a label.
    pub(crate) fn at_attribute(
        &self,
        diagnostic: Diagnostic,
        resource: Option<Span>,
        param: &Param,
        text: &str,
    ) -> Diagnostic {
        let (Some(place), Some(range)) = (self.place_of_param(param), self.name_place(param)) else {
            return self.located(diagnostic, resource, text);
        };
        let span = Span { range, ..place };
        match resource {
            Some(resource) if self.line(resource) != self.line(place) || resource.file != place.file => {
                diagnostic.at(self.first_line(resource), "").label(span, text)
            }
            _ => diagnostic.at(span, text),
        }
    }

    /// The file that a place is in.
    pub(crate) fn source_of(&self, place: Span) -> Option<Arc<Source>> {
        self.sources.get(place.file).cloned()
    }
}

/// Suggests names: the nearest one, or all of them if there are few.
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
    /// Finds a resource of the same type with a similar title, as a reference.
    pub(crate) fn similar(&self, key: &(Str, Str)) -> Option<String> {
        nearest(&key.1, self.catalog.titles(&key.0)).map(|title| shown_reference(&key.0, title))
    }

    /// The help for a string where a reference is expected: the resource with that title, if there is one.
    pub(crate) fn meant_reference(&self, title: &str) -> String {
        let found = self.one_titled(title).map(Resource::shown);
        match found {
            Some(reference) => format!("write a reference: {reference}"),
            None => "write a reference: `Type['title']`".to_owned(),
        }
    }

    /// The only resource with a title, as a reference, unless it is the class that code is in.
    pub(crate) fn titled(&self, title: &str, from: OriginId) -> Option<String> {
        let found = self.one_titled(title)?;
        let around = self.origins.get(from.0).map_or("", |origin| origin.name.as_str());
        let class = found.title.to_lowercase();
        let inside =
            around.strip_prefix(class.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"));
        (found.kind != Kind::Class || !inside).then(|| found.shown())
    }

    /// The only resource with a title.
    fn one_titled(&self, title: &str) -> Option<&Resource> {
        let mut found =
            self.catalog.resources().iter().filter(|resource| resource.title.eq_ignore_ascii_case(title));
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// Describes an origin in words.
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
