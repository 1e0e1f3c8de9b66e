//! Prints the notation as text and as JSON.
//!
//! Values may be nested as deeply as a file has operators, so the remaining work is kept on an explicit stack.

use std::fmt::Write;

use super::Pn;

/// The remaining work, the next item last.
enum Work {
    Value(Pn),
    Sign(&'static str),
    Key(String),
}

/// Writes a value as text.
pub(super) fn text(value: Pn, out: &mut String) {
    let mut work = vec![Work::Value(value)];
    while let Some(next) = work.pop() {
        match next {
            Work::Sign(sign) => out.push_str(sign),
            Work::Key(key) => drop(write!(out, ":{key} ")),
            Work::Value(Pn::Str(value)) => quoted(&value, out),
            Work::Value(Pn::List(elements)) => {
                out.push('[');
                work.push(Work::Sign("]"));
                separated(elements, " ", &mut work);
            }
            Work::Value(Pn::Map(entries)) => {
                out.push('{');
                work.push(Work::Sign("}"));
                entries_separated(entries, " ", "", &mut work);
            }
            Work::Value(Pn::Call(name, elements)) => {
                out.push('(');
                out.push_str(&name);
                work.push(Work::Sign(")"));
                let any = !elements.is_empty();
                separated(elements, " ", &mut work);
                if any {
                    work.push(Work::Sign(" "));
                }
            }
            Work::Value(Pn::Nil) => out.push_str("nil"),
            Work::Value(plain) => scalar(&plain, out),
        }
    }
}

/// Writes a value as JSON.
pub(super) fn json(value: Pn, out: &mut String) {
    let mut work = vec![Work::Value(value)];
    while let Some(next) = work.pop() {
        match next {
            Work::Sign(sign) => out.push_str(sign),
            Work::Key(key) => bunraku_diag::json::quote(&key, out),
            Work::Value(Pn::Str(value)) => bunraku_diag::json::quote(&value, out),
            Work::Value(Pn::List(elements)) => {
                out.push('[');
                work.push(Work::Sign("]"));
                separated(elements, ",", &mut work);
            }
            Work::Value(Pn::Map(entries)) => {
                out.push_str("{\"#\":[");
                work.push(Work::Sign("]}"));
                entries_separated(entries, ",", ",", &mut work);
            }
            Work::Value(Pn::Call(name, elements)) => {
                out.push_str("{\"^\":[");
                bunraku_diag::json::quote(&name, out);
                work.push(Work::Sign("]}"));
                let any = !elements.is_empty();
                separated(elements, ",", &mut work);
                if any {
                    work.push(Work::Sign(","));
                }
            }
            Work::Value(Pn::Nil) => out.push_str("null"),
            Work::Value(plain) => scalar(&plain, out),
        }
    }
}

fn scalar(value: &Pn, out: &mut String) {
    match value {
        Pn::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Pn::Number(digits) => out.push_str(digits),
        _ => {}
    }
}

fn separated(elements: Vec<Pn>, separator: &'static str, work: &mut Vec<Work>) {
    for (index, element) in elements.into_iter().enumerate().rev() {
        work.push(Work::Value(element));
        if index > 0 {
            work.push(Work::Sign(separator));
        }
    }
}

fn entries_separated(
    entries: Vec<(String, Pn)>,
    separator: &'static str,
    behind_key: &'static str,
    work: &mut Vec<Work>,
) {
    for (index, (key, value)) in entries.into_iter().enumerate().rev() {
        work.push(Work::Value(value));
        work.push(Work::Sign(behind_key));
        work.push(Work::Key(key));
        if index > 0 {
            work.push(Work::Sign(separator));
        }
    }
}

fn quoted(value: &str, out: &mut String) {
    out.push('"');
    for character in value.chars() {
        match character {
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            control if control < ' ' => {
                let _ = write!(out, "\\o{:03o}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
}
