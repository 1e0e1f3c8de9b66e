//! The titles of resource expressions.

use bunraku_diag::{TextRange, codes};
use bunraku_eval::Eval;
use bunraku_intern::FastSet;
use bunraku_ir::Body;
use bunraku_pcore::{Str, Value};

use crate::compiler::Compiler;
use crate::declare::with_help;

/// The titles of a resource expression that have been seen so far.
#[derive(Default)]
pub(crate) struct SeenTitles {
    /// The first title, kept separately because most expressions have only one.
    first: Option<Str>,
    others: FastSet<Str>,
    default: bool,
}

impl SeenTitles {
    /// Adds a title. Returns `false` if it is a duplicate.
    fn add(&mut self, title: &Str) -> bool {
        match &self.first {
            None => {
                self.first = Some(title.clone());
                true
            }
            Some(first) => first != title && self.others.insert(title.clone()),
        }
    }
}

/// The titles in a value, and whether `default` is among them. A duplicate is reported for the whole expression.
pub(crate) fn titles(
    cx: &mut Compiler<'_>,
    body: &Body,
    range: TextRange,
    whole: TextRange,
    value: Value,
    known: &mut SeenTitles,
) -> Eval<(Vec<Str>, bool)> {
    let mut result = Vec::new();
    let mut default = false;
    let (mut next, mut rest) = (Some(value), Vec::new());
    while let Some(title) = next.take().or_else(|| rest.pop()) {
        match title {
            Value::Array(titles) => rest.extend(titles.iter().rev().cloned()),
            Value::Default => {
                if std::mem::replace(&mut known.default, true) {
                    let message = "duplicate `default`";
                    let error = cx.error_about(
                        codes::INVALID_TITLE,
                        &body.source,
                        whole,
                        Some(range),
                        message,
                        "declared again here",
                    );
                    return Err(with_help(error, "put all defaults in one body"));
                }
                default = true;
            }
            Value::Str(title) if title.is_empty() => {
                let message = "a title cannot be empty";
                let error =
                    cx.error_about(codes::INVALID_TITLE, &body.source, range, None, message, "this is `''`");
                return Err(with_help(error, "write the name of the thing to manage"));
            }
            Value::Str(title) => {
                if !known.add(&title) {
                    let message = format!("duplicate title '{title}'");
                    let error =
                        cx.error_about(codes::INVALID_TITLE, &body.source, whole, Some(range), message, "");
                    return Err(with_help(error, "remove one of them"));
                }
                result.push(title);
            }
            Value::Undef => {
                let message = "a title cannot be undef";
                let error =
                    cx.error_about(codes::INVALID_TITLE, &body.source, range, None, message, "this is undef");
                return Err(with_help(error, "set it first, or skip the resource with `if`"));
            }
            other => {
                let message = format!("expected a String as title, got {}", cx.kind_of(&other));
                let shown = cx.shown(&other);
                let label = if shown.is_empty() { shown } else { format!("this is {shown}") };
                let error = cx.error_about(codes::INVALID_TITLE, &body.source, range, None, message, label);
                return Err(match other {
                    Value::Int(_) | Value::Float(_) => {
                        let string = cx.text(&other);
                        with_help(error, format!("titles are strings: `'{string}'`"))
                    }
                    _ => error,
                });
            }
        }
    }
    Ok((result, default))
}
