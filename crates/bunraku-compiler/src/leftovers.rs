//! Overrides and references whose resource has not been declared by the end of a compilation.

use bunraku_catalog::{Param, Resource, flat, shown_reference};
use bunraku_diag::{Diagnostic, Span, codes};
use bunraku_eval::{Eval, Unwind};
use bunraku_pcore::{Str, Value};
use bunraku_resources::RELATIONSHIPS;

use crate::{
    collector::Selection,
    compiler::{Compiler, CompilerState},
    relationship::key_of,
};

impl Compiler<'_> {
    /// Fails if a resource is overridden or realized but never declared.
    pub(crate) fn leftovers(&mut self) -> Eval<()> {
        let state = &*self.state;
        if let Some((key, change)) = state.overrides.first() {
            let message = format!("{} is overridden but never declared", shown_reference(&key.0, &key.1));
            let diagnostic = Diagnostic::error(codes::MISSING_RESOURCE, message);
            let diagnostic = self.located(diagnostic, change.place, "overridden here");
            return Err(Compiler::missing(state, key, diagnostic, "declare it, or remove this"));
        }
        for collector in &state.collectors {
            let Selection::Listed(keys) = &collector.what else { continue };
            if let Some(key) = keys.iter().find(|key| state.catalog.resource(key).is_none()) {
                let message = format!("{} is realized but never declared", shown_reference(&key.0, &key.1));
                let diagnostic = Diagnostic::error(codes::MISSING_RESOURCE, message);
                let diagnostic = self.located(diagnostic, collector.place, "realized here");
                return Err(Compiler::missing(state, key, diagnostic, "declare it with `@`, or remove this"));
            }
        }
        Ok(())
    }

    /// The failure for a missing resource. The help suggests a similar one.
    #[cold]
    pub(crate) fn missing(
        state: &CompilerState,
        key: &(Str, Str),
        diagnostic: Diagnostic,
        otherwise: &str,
    ) -> Box<Unwind> {
        let help = state.similar(key).map(|similar| format!("did you mean {similar}?"));
        Box::new(Unwind::Failure(diagnostic.help(help.unwrap_or_else(|| otherwise.to_owned()))))
    }

    /// Checks that every relationship refers to a resource of the catalog.
    pub(crate) fn check_relationships(&mut self) -> Eval<()> {
        // Resources may share an array that names all of them; so the cost is counted first.
        let related = self.state.catalog.resources().iter().flat_map(|resource| resource.params.iter());
        let related = related.filter(|param| RELATIONSHIPS.contains(&param.name.as_str()));
        let weight = related.map(|param| param.value.measure().weight()).sum::<u64>();
        self.count_walk_for(weight, None)?;
        let state = &*self.state;
        for resource in state.catalog.resources().iter().filter(|resource| !resource.is_virtual) {
            for param in resource.params.iter().filter(|param| RELATIONSHIPS.contains(&param.name.as_str())) {
                let values = flat(&param.value);
                for (index, value) in values.iter().enumerate() {
                    match key_of(value) {
                        Some(key) if state.catalog.resource(&key).is_none() => {
                            let place = self.target_place(resource, param, index, values.len());
                            let others: Vec<_> = values.iter().filter_map(key_of).collect();
                            return Err(self.missing_target(resource, param, &key, &others, place));
                        }
                        None if !value.is_undef() => {
                            let place = self.target_place(resource, param, index, values.len());
                            return Err(self.wrong_target(resource, param, value, place));
                        }
                        _ => {}
                    }
                }
            }
        }
        Ok(())
    }

    /// The failure of a relationship to a resource that has not been declared. `others` are all that it refers to.
    #[cold]
    fn missing_target(
        &self,
        resource: &Resource,
        param: &Param,
        key: &(Str, Str),
        others: &[(Str, Str)],
        (whole, element): (Option<Span>, Option<Span>),
    ) -> Box<Unwind> {
        let state = &*self.state;
        let shown = shown_reference(&key.0, &key.1);
        let message = format!("{} refers to {shown}, which is not in the catalog", resource.shown());
        let diagnostic = Diagnostic::error(codes::MISSING_RESOURCE, message);
        // Puppet reports the line on which the attribute starts.
        let mut diagnostic = match self.later(whole, element) {
            Some((whole, own)) => {
                diagnostic.at(self.first_line(whole), "").label(self.first_line(own), "never declared")
            }
            None => self.located(diagnostic, element, "never declared"),
        };
        if let (Some(owner), Some(_)) = (resource.place, self.place_of_param(param)) {
            diagnostic = diagnostic.label(self.first_line(owner), "in this resource");
        }
        if let Some(title) = unquoted(&key.1) {
            let help = format!("write the reference without quotes around it: `{}['{title}']`", key.0);
            return Box::new(Unwind::Failure(diagnostic.help(help)));
        }
        let titled = || {
            let other = state.titled(&key.1, resource.origin)?;
            others.iter().all(|key| shown_reference(&key.0, &key.1) != other).then_some(other)
        };
        let help = if key.1.contains("], ") {
            "write several references as an array: `['A[x]', 'B[y]']`".to_owned()
        } else if key.1.contains("${") {
            "variables are only interpolated in double quotes".to_owned()
        } else if key.0 == "Class" {
            let class = key.1.to_lowercase();
            let suffix = format!("::{class}");
            let classes = state.catalog.resources().iter().filter(|resource| *resource.type_name == *"Class");
            let mut titles = classes.map(|class| class.title.to_lowercase());
            if let Some(absolute) = titles.find(|title| title.ends_with(&suffix)) {
                let help = format!("class names are absolute: write `Class['{absolute}']`");
                return Box::new(Unwind::Failure(diagnostic.help(help)));
            }
            format!("declare the class, as in `include {class}`, or remove the relationship")
        } else if key.1.starts_with('[') && key.1.ends_with(']') {
            "this title is an array in a string: pass the array itself, without quotes".to_owned()
        } else if let Some(other) = titled() {
            format!("did you mean {other}?")
        } else {
            "declare it, or remove the relationship".to_owned()
        };
        Compiler::missing(state, key, diagnostic, &help)
    }

    /// The failure of a relationship to something that is not a reference.
    #[cold]
    fn wrong_target(
        &self,
        resource: &Resource,
        param: &Param,
        value: &Value,
        (whole, element): (Option<Span>, Option<Span>),
    ) -> Box<Unwind> {
        let place = self.later(whole, element).map(|(whole, _)| whole).or(element);
        let string = bunraku_pcore::text::to_text(&bunraku_edition::PUPPET8.types, value);
        let message = format!(
            "expected a reference in `{}` of {}, got the String '{string}'",
            param.name,
            resource.shown()
        );
        let diagnostic = Diagnostic::error(codes::INVALID_REFERENCE, message);
        let diagnostic = self.located(diagnostic, place, "this does not name a resource");
        Box::new(Unwind::Failure(diagnostic.help(self.state.meant_reference(&string))))
    }

    /// The places of a relationship parameter and of one of its elements.
    fn target_place(
        &self,
        resource: &Resource,
        param: &Param,
        index: usize,
        count: usize,
    ) -> (Option<Span>, Option<Span>) {
        let whole = self.place_of_param(param).or(resource.place);
        (whole, whole.map(|whole| self.element(whole, index, count)))
    }

    /// Both places of a parameter, if its element is on a later line.
    fn later(&self, whole: Option<Span>, element: Option<Span>) -> Option<(Span, Span)> {
        whole.zip(element).filter(|(whole, own)| self.line(*whole) < self.line(*own))
    }

    /// The element of the array that is written at a place, if that has so many elements.
    fn element(&self, place: Span, index: usize, count: usize) -> Span {
        let Some(source) = self.source_of(place) else { return place };
        let elements = self.array_elements(&source, place.range);
        let range = elements.get(index).copied().filter(|_| elements.len() == count);
        Span { range: range.unwrap_or(place.range), ..place }
    }
}

/// The title in `"Exec['reload']"`: quotes inside a string are a part of the title.
fn unquoted(title: &str) -> Option<&str> {
    let inner = |quote: char| title.strip_prefix(quote)?.strip_suffix(quote);
    inner('\'').or_else(|| inner('"')).filter(|title| !title.is_empty())
}
