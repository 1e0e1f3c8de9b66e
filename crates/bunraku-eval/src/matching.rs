//! `=~`, `in`, and the options of `case` and selectors, with the match variables that they set.

use std::sync::Arc;

use bunraku_diag::codes;
use bunraku_edition::{InSetsMatch, OptionMatch};
use bunraku_ir::{Body, Operand};
use bunraku_pcore::{Regexp, Str, Value, compare, construct, instance::instance};
use bunraku_regexp::Options;

use crate::{
    Eval, Machine,
    machine::{place, with_help},
};

/// The groups of a match.
#[derive(Debug)]
pub(crate) struct Captures(Vec<Option<Str>>);

/// How many compiled regular expressions are cached. Without a limit, a server would grow without bounds.
const MAX_PATTERNS: usize = 1_000;

impl Machine {
    /// `$0`, `$1` and so on.
    pub(crate) fn match_variable(&self, number: u32) -> Value {
        let captures = self.captures.as_ref().and_then(|captures| captures.0.get(number as usize));
        captures.cloned().flatten().map_or(Value::Undef, Value::Str)
    }

    /// `left =~ right`.
    pub(crate) fn matches(&mut self, body: &Body, left: &Value, right: &Value, at: Operand) -> Eval<bool> {
        match right {
            Value::Type(ty) => Ok(instance(&self.edition.types, ty, left)),
            Value::VersionRange(range) => Ok(compare::range_includes(range, left)),
            Value::Regexp(regexp) => self.match_text(body, left, regexp, at),
            Value::Str(source) => {
                let regexp = self.regexp_of(source, Options::default()).map_err(|error| {
                    let message = format!("invalid regular expression: {error}");
                    self.own_part_error(codes::INVALID_REGEXP, body, at, 1, message, "")
                })?;
                let is_type = source.chars().next().is_some_and(|first| first.is_ascii_uppercase())
                    && crate::parse_type(source).is_some();
                self.match_text(body, left, &regexp, at).map_err(|error| match left {
                    Value::Str(_) => error,
                    _ if is_type => {
                        with_help(error, format!("to test the type, write it without quotes: `=~ {source}`"))
                    }
                    _ => error,
                })
            }
            other => {
                let message = format!("cannot match a value against {}", self.kind_of(other));
                let label = self.this_is(other);
                let error = self.own_part_error(codes::INVALID_OPERAND, body, at, 1, message, label);
                Err(with_help(
                    error,
                    "the right side must be a regular expression, a type or a version range",
                ))
            }
        }
    }

    /// Compiles a string to a regular expression. Functions are called with the same few strings again and again, so
    /// each is compiled once.
    pub fn regexp_of(&mut self, source: &str, options: Options) -> Result<Regexp, String> {
        let known =
            self.patterns.get(source).and_then(|known| known.iter().find(|it| it.options() == options));
        if let Some(regexp) = known {
            return Ok(regexp.clone());
        }
        let regexp = if options == Options::default() {
            construct::regexp(&self.edition.types, source).map_err(|problem| problem.to_string())?
        } else {
            Regexp::with_options(source, options).map_err(|problem| problem.to_string())?
        };
        if self.patterns.len() < MAX_PATTERNS {
            self.patterns.entry(Str::from(source)).or_default().push(regexp.clone());
        }
        Ok(regexp)
    }

    fn match_text(&mut self, body: &Body, left: &Value, regexp: &Regexp, at: Operand) -> Eval<bool> {
        let Value::Str(text) = left else {
            let message = format!(
                "expected a String to match against a regular expression, got {}",
                self.kind_of(left)
            );
            let label = self.this_is(left);
            return Err(self.own_part_error(codes::INVALID_OPERAND, body, at, 0, message, label));
        };
        self.capture(body, text, regexp, at)
    }

    /// Matches, and sets the match variables on success. A failed match leaves them unchanged, as in Puppet.
    pub(crate) fn capture(&mut self, body: &Body, text: &str, regexp: &Regexp, at: Operand) -> Eval<bool> {
        let found = regexp.find(text);
        self.count_searches(body, place(body, at))?;
        let found = found.map_err(|_| {
            let error = self.error_at(
                codes::REGEXP_LIMIT,
                body,
                at,
                "matching this regular expression takes too long",
            );
            with_help(error, "avoid nested repetitions such as `(a+)+`")
        })?;
        let Some(found) = found else { return Ok(false) };
        let groups = (0..found.len()).map(|group| found.text_of(group).map(Str::from)).collect();
        self.captures = Some(Arc::new(Captures(groups)));
        Ok(true)
    }

    /// `left in right`.
    pub(crate) fn contained(&mut self, body: &Body, left: &Value, right: &Value, at: Operand) -> Eval<Value> {
        if let (Value::Regexp(regexp), InSetsMatch::Yes) = (left, self.edition.eval.in_sets_match) {
            let texts: Vec<Str> = match right {
                Value::Str(text) => vec![text.clone()],
                Value::Array(values) => {
                    values.iter().filter_map(|value| value.as_str().map(Str::from)).collect()
                }
                Value::Hash(hash) => hash.keys().filter_map(|key| key.as_str().map(Str::from)).collect(),
                _ => Vec::new(),
            };
            for text in texts {
                if self.capture(body, &text, regexp, at)? {
                    return Ok(Value::Bool(true));
                }
            }
            return Ok(Value::Bool(false));
        }
        Ok(Value::Bool(compare::contains(&self.edition.types, right, left)))
    }

    /// Whether a value matches an option of `case` or a selector.
    pub(crate) fn option_matches(&mut self, body: &Body, value: &Value, option: &Value) -> Eval<bool> {
        // The options of a `case` keep no places, so a pattern that takes too long is reported at the body.
        let at = body.root;
        if let Value::Regexp(regexp) = option {
            return match value {
                Value::Str(text) => self.capture(body, text, regexp, at),
                _ => Ok(false),
            };
        }
        self.count_walk_at(value.measure().weight(), body, at)?;
        let types = &self.edition.types;
        let answer = match self.edition.eval.option_match {
            OptionMatch::Pattern => compare::matches_option(types, value, option),
            OptionMatch::Equality => match (value, option) {
                (Value::Type(_), Value::Type(_)) => compare::equal(types, value, option),
                (_, Value::Type(ty)) => instance(types, ty, value),
                _ => compare::equal(types, value, option),
            },
        };
        self.answered(answer, body, at)
    }
}
