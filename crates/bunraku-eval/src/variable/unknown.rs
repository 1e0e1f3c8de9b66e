//! Reports variables that are not set: where they were looked up, where they are set too late, and similar names.

use bunraku_check::Strict;
use bunraku_diag::{TextRange, codes, nearest};
use bunraku_ir::{Body, Variable};

use super::assign::set_in;
use crate::{
    Eval, Machine, Unwind,
    advice::{continued, hyphenated, in_lambda, last_resort},
    machine::with_help,
    message::with_place,
    scope::ScopeKind,
};

impl Machine {
    /// Reports an unset variable that other code reads by name, according to the settings.
    pub fn missing_variable(&mut self, body: &Body, range: TextRange, name: &str) -> Eval<()> {
        if BUILT_IN.contains(&name) {
            return Ok(());
        }
        let message = format!("unknown variable `${name}`");
        self.by_strict(self.settings.strict, codes::UNKNOWN_VARIABLE, body, range, message)
    }

    #[cold]
    pub(super) fn unknown_variable(&mut self, body: &Body, variable: &Variable) -> Eval<()> {
        if BUILT_IN.contains(&variable.name.as_str()) {
            return Ok(());
        }
        let strict = if self.settings.strict_variables { Strict::Error } else { self.settings.strict };
        let name = variable.name.as_str();
        let message = format!("unknown variable `${name}`");
        let result = self.by_strict(strict, codes::UNKNOWN_VARIABLE, body, variable.range, message);
        result.map_err(|error| self.about_unknown(error, body, variable))
    }

    /// Adds to an error about an unknown variable: where it was looked up, where it is set too late, and a similar
    /// name.
    fn about_unknown(&mut self, mut error: Box<Unwind>, body: &Body, variable: &Variable) -> Box<Unwind> {
        let name = variable.name.as_str();
        if let Unwind::Failure(diagnostic) = error.as_mut()
            && let Some(primary) = &mut diagnostic.primary
        {
            primary.text = self.searched(body, variable);
        }
        if let Some(place) = set_in(body, variable.name.as_str(), None) {
            let later = place.start > variable.range.start;
            let (label, help) = match later {
                _ if self.in_own_value(body, variable) => {
                    if let Some((sign, help)) = continued(body, place) {
                        let label = format!("its value continues after the `{sign}`");
                        return with_help(with_place(error, self.span(body, place), label), help);
                    }
                    ("set here, after its value is computed", "a variable cannot be used in its own value")
                }
                true => ("set here, in code that runs later", "move the assignment before this line"),
                false if in_lambda(body, variable) => (
                    "set here, inside a lambda",
                    "a variable set in a lambda is only visible there: return values with `map` or `reduce`",
                ),
                false => ("set here, in code that did not run", "assign it in every branch"),
            };
            let span = self.span(body, place);
            return with_help(with_place(error, span, label), help);
        }
        if let Some(help) = self.elsewhere(variable) {
            return with_help(error, help);
        }
        if let Some(help) = self.unknown_fact(name).or_else(|| hyphenated(body, variable.range)) {
            return with_help(error, help);
        }
        let Some(similar) = self.similar_variable(body, name) else {
            return crate::with_advice(error, last_resort(body, variable));
        };
        let place = set_in(body, &similar, None);
        let error = match place {
            Some(place) => {
                let span = self.span(body, place);
                with_place(error, span, "a variable with a similar name is set here")
            }
            None => error,
        };
        with_help(error, format!("did you mean `${similar}`?"))
    }

    /// Where a variable was looked up.
    fn searched(&self, body: &Body, variable: &Variable) -> String {
        if let Some(namespace) = variable.namespace.filter(|namespace| !namespace.as_str().is_empty()) {
            return match self.class_scope(namespace) {
                Some(_) => format!("the class `{namespace}` does not set it"),
                None => format!("class `{namespace}` is not declared yet"),
            };
        }
        if variable.namespace.is_some() {
            return "not set in the top scope".to_owned();
        }
        if !self.runs_in_scope(body) && self.template.is_none() {
            return "not set here or in the top scope".to_owned();
        }
        let mut places = Vec::new();
        let mut at = Some(self.scope);
        while let Some(scope) = at.and_then(|id| self.scopes.get(id.0 as usize)) {
            places.push(match &scope.kind {
                ScopeKind::Top => "the top scope".to_owned(),
                ScopeKind::Node => "the node".to_owned(),
                ScopeKind::Class(name) => format!("class `{name}`"),
                ScopeKind::Define => "this defined type".to_owned(),
                ScopeKind::Function => "this function".to_owned(),
            });
            at = scope.parent;
        }
        match places.split_last() {
            Some((last, [])) => format!("not set in {last}"),
            Some((last, before)) => format!("not set in {} or {last}", before.join(", ")),
            None => String::new(),
        }
    }

    fn similar_variable(&self, body: &Body, name: &str) -> Option<String> {
        let own = body.names.iter().map(|named| named.name.as_str());
        let facts = self.scopes.iter().flat_map(|scope| scope.given.keys().map(|name| name.as_str()));
        let others = self.scopes.iter().flat_map(|scope| &scope.frames).flat_map(|(body, _)| {
            body.names.iter().filter(|named| named.lambda.is_none()).map(|named| named.name.as_str())
        });
        let candidates: Vec<&str> = own.chain(facts).chain(others).filter(|other| *other != name).collect();
        nearest(name, candidates).map(str::to_owned)
    }
}

/// Names that always exist, possibly without a value.
const BUILT_IN: [&str; 2] = ["module_name", "caller_module_name"];
