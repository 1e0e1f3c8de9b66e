//! Writes JSON in the layout of Ruby's generator, for values of the language and for callers with values of their own.

use bunraku_diag::json::quote;
use bunraku_edition::{PUPPET8, TypeRules};
use bunraku_pcore::{Value, format::ruby_text, number::float_text};

use super::MAX_DEPTH;
use crate::{Error, ErrorKind, Position};

/// The layout of JSON, named like the options of Ruby's generator. The default is one line without spaces.
#[derive(Debug, Clone)]
pub struct Layout {
    /// Written once per level before elements and entries.
    pub indent: String,
    /// Written after a colon.
    pub space: String,
    /// Written before a colon.
    pub space_before: String,
    /// Written before every entry of an object, and before its end. An empty string differs from `None`: the end of the
    /// object is indented.
    pub object_nl: Option<String>,
    /// Written before every element of an array, and before its end, as for objects.
    pub array_nl: Option<String>,
    /// How deeply values may be nested; 0 for no limit.
    pub max_nesting: usize,
    /// How numbers that JSON does not support are written.
    pub not_finite: NotFinite,
}

/// How infinite numbers and NaN are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotFinite {
    /// As an error.
    Refused,
    /// As Ruby does with `allow_nan`, which is not JSON.
    Bare,
    /// As strings.
    Quoted,
}

impl Default for Layout {
    fn default() -> Layout {
        Layout {
            indent: String::new(),
            space: String::new(),
            space_before: String::new(),
            object_nl: None,
            array_nl: None,
            max_nesting: MAX_DEPTH,
            not_finite: NotFinite::Refused,
        }
    }
}

impl Layout {
    /// The layout of `JSON.pretty_generate`.
    pub fn pretty() -> Layout {
        Layout {
            indent: "  ".to_owned(),
            space: " ".to_owned(),
            object_nl: Some("\n".to_owned()),
            array_nl: Some("\n".to_owned()),
            ..Layout::default()
        }
    }
}

/// Writes a value as JSON. What JSON does not support becomes a string, and so does every key.
pub fn write(rules: &TypeRules, value: &Value, layout: Layout) -> Result<String, Error> {
    let mut writer = Writer::new(layout, 0);
    append(rules, value, &mut writer)?;
    Ok(writer.out)
}

/// A value as JSON on one line, with any nesting, for explanations and tools.
pub fn to_json(value: &Value) -> String {
    let layout = Layout { max_nesting: 0, not_finite: NotFinite::Quoted, ..Layout::default() };
    write(&PUPPET8.types, value, layout).unwrap_or_default()
}

/// Writes JSON part by part. Callers must call [`element`](Writer::element) or [`key`](Writer::key) before each value
/// of a collection.
pub struct Writer {
    /// The layout of the output.
    pub layout: Layout,
    /// The output so far; scalars other than strings are appended to it directly.
    pub out: String,
    /// The number of open collections.
    pub depth: usize,
}

impl Writer {
    /// Creates a writer that starts inside this many collections.
    pub fn new(layout: Layout, depth: usize) -> Writer {
        Writer { layout, out: String::new(), depth }
    }

    /// Writes a string.
    pub fn string(&mut self, text: &str) {
        quote(text, &mut self.out);
    }

    /// Begins an array. Fails if it is nested too deeply.
    pub fn open_array(&mut self) -> Result<(), Error> {
        self.deeper()?;
        self.out.push('[');
        self.out.push_str(self.layout.array_nl.as_deref().unwrap_or(""));
        Ok(())
    }

    /// Begins an element of an array.
    pub fn element(&mut self, first: bool) {
        if !first {
            self.out.push(',');
            self.out.push_str(self.layout.array_nl.as_deref().unwrap_or(""));
        }
        self.indent();
    }

    /// Ends an array.
    pub fn close_array(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if let Some(nl) = &self.layout.array_nl {
            self.out.push_str(nl);
            self.indent();
        }
        self.out.push(']');
    }

    /// Begins an object. Fails if it is nested too deeply.
    pub fn open_object(&mut self) -> Result<(), Error> {
        self.deeper()?;
        self.out.push('{');
        Ok(())
    }

    /// Begins an entry of an object with its key.
    pub fn key(&mut self, key: &str, first: bool) {
        if !first {
            self.out.push(',');
        }
        self.out.push_str(self.layout.object_nl.as_deref().unwrap_or(""));
        self.indent();
        self.string(key);
        self.out.push_str(&self.layout.space_before);
        self.out.push(':');
        self.out.push_str(&self.layout.space);
    }

    /// Ends an object.
    pub fn close_object(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if let Some(nl) = &self.layout.object_nl {
            self.out.push_str(nl);
            self.indent();
        }
        self.out.push('}');
    }

    fn deeper(&mut self) -> Result<(), Error> {
        self.depth += 1;
        match self.layout.max_nesting {
            0 => Ok(()),
            most if self.depth > most => {
                let message = format!("the value is nested more than {most} levels deep");
                Err(Error::new(ErrorKind::Nesting, message, Position::default()))
            }
            _ => Ok(()),
        }
    }

    fn indent(&mut self) {
        for _ in 0..self.depth {
            self.out.push_str(&self.layout.indent);
        }
    }
}

fn append(rules: &TypeRules, value: &Value, writer: &mut Writer) -> Result<(), Error> {
    match value {
        Value::Undef => writer.out.push_str("null"),
        Value::Bool(_) | Value::Int(_) | Value::Big(_) => writer.out.push_str(&ruby_text(rules, value)),
        Value::Float(number) if !number.is_finite() => match writer.layout.not_finite {
            NotFinite::Bare => writer.out.push_str(&float_text(*number)),
            NotFinite::Quoted => writer.string(&ruby_text(rules, value)),
            NotFinite::Refused => {
                let message = format!("{number} cannot be written as JSON");
                return Err(Error::new(ErrorKind::Data, message, Position::default()));
            }
        },
        Value::Float(number) => writer.out.push_str(&float_text(*number)),
        Value::Str(text) => writer.string(text),
        Value::Array(values) => {
            writer.open_array()?;
            for (index, value) in values.iter().enumerate() {
                writer.element(index == 0);
                append(rules, value, writer)?;
            }
            writer.close_array();
        }
        Value::Hash(hash) => {
            writer.open_object()?;
            // If two keys have the same string form, both are written, as in Ruby.
            for (index, (key, value)) in hash.iter().enumerate() {
                match key {
                    Value::Str(key) => writer.key(key, index == 0),
                    key => writer.key(&ruby_text(rules, key), index == 0),
                }
                append(rules, value, writer)?;
            }
            writer.close_object();
        }
        other => writer.string(&ruby_text(rules, other)),
    }
    Ok(())
}
