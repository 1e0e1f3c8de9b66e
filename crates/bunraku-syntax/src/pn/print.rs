//! The notation as text and as JSON.

use std::fmt::Write;

use super::Pn;

pub(super) fn text(value: &Pn, out: &mut String) {
    match value {
        Pn::Nil => out.push_str("nil"),
        Pn::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Pn::Number(digits) => out.push_str(digits),
        Pn::Str(value) => quoted(value, out),
        Pn::List(elements) => {
            out.push('[');
            spaced(elements, out);
            out.push(']');
        }
        Pn::Map(entries) => {
            out.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                if index > 0 {
                    out.push(' ');
                }
                let _ = write!(out, ":{key} ");
                text(value, out);
            }
            out.push('}');
        }
        Pn::Call(name, elements) => {
            out.push('(');
            out.push_str(name);
            if !elements.is_empty() {
                out.push(' ');
            }
            spaced(elements, out);
            out.push(')');
        }
    }
}

pub(super) fn json(value: &Pn, out: &mut String) {
    match value {
        Pn::Nil => out.push_str("null"),
        Pn::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Pn::Number(digits) => out.push_str(digits),
        Pn::Str(value) => crate::dump::json_string(value, out),
        Pn::List(elements) => {
            out.push('[');
            commas(elements.iter(), out);
            out.push(']');
        }
        Pn::Map(entries) => {
            out.push_str("{\"#\":[");
            for (index, (key, value)) in entries.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                crate::dump::json_string(key, out);
                out.push(',');
                json(value, out);
            }
            out.push_str("]}");
        }
        Pn::Call(name, elements) => {
            out.push_str("{\"^\":[");
            crate::dump::json_string(name, out);
            if !elements.is_empty() {
                out.push(',');
            }
            commas(elements.iter(), out);
            out.push_str("]}");
        }
    }
}

fn spaced(elements: &[Pn], out: &mut String) {
    for (index, element) in elements.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        text(element, out);
    }
}

fn commas<'p>(elements: impl Iterator<Item = &'p Pn>, out: &mut String) {
    for (index, element) in elements.enumerate() {
        if index > 0 {
            out.push(',');
        }
        json(element, out);
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
