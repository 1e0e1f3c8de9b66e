//! Values as a program would write them, also as parameters of types, on one line or on several.

use super::Writer;
use crate::number::float_text;
use crate::text::{quote, regexp_in_slashes};
use crate::values::Sensitive;
use crate::{Str, Value};

impl Writer<'_> {
    pub(super) fn value(&mut self, value: &Value) {
        match value {
            Value::Undef => self.push("undef"),
            Value::Default => self.push("default"),
            Value::Bool(value) => self.push(if *value { "true" } else { "false" }),
            Value::Int(number) => self.push(&number.to_string()),
            Value::Big(number) => self.push(&number.to_string()),
            Value::Float(number) => self.push(&float_text(*number)),
            Value::Str(text) | Value::ByteStr(text) => self.push(&quote(text)),
            Value::Array(array) => {
                let breaks =
                    self.indent.is_some_and(|indent| !is_short(array, 100usize.saturating_sub(2 * indent)));
                self.block("[", "]", breaks, array.iter(), Writer::value);
            }
            Value::Hash(hash) => {
                let breaks = self.indent.is_some();
                self.block("{", "}", breaks, hash.iter(), |writer, (key, value)| {
                    writer.value(key);
                    writer.push(" => ");
                    writer.value(value);
                });
            }
            Value::Type(ty) => self.ty(ty),
            Value::Regexp(regexp) => self.push(&regexp_in_slashes(regexp)),
            Value::Sensitive(_) => self.push(Sensitive::TEXT),
            Value::Binary(binary) => self.push(&format!("Binary(\"{}\")", binary.to_base64_strict())),
            Value::Timespan(time) => self.push(&format!("'{}'", time.text())),
            Value::Timestamp(time) => self.push(&format!("'{}'", time.text())),
            Value::Version(version) => self.push(&format!("'{}'", version.text())),
            Value::VersionRange(range) => self.push(&format!("'{}'", range.text())),
            Value::Uri(uri) => self.push(&format!("URI({})", quote(&uri.text()))),
            Value::Iter(iter) => {
                self.push("Iterator[");
                self.ty(&iter.0.element_type().generalize());
                self.push("]-Value");
            }
            Value::Object(object) => self.object_value(object),
            Value::Runtime(object) => self.push(object.text()),
        }
    }

    pub(super) fn hash<'v>(&mut self, entries: impl Iterator<Item = (&'v Str, &'v Value)>) {
        let breaks = self.indent.is_some();
        self.block("{", "}", breaks, entries, |writer, (key, value)| {
            writer.push(&quote(key));
            writer.push(" => ");
            writer.value(value);
        });
    }

    /// Writes items between delimiters, all on one line or each on its own.
    fn block<T>(
        &mut self,
        open: &str,
        close: &str,
        breaks: bool,
        items: impl Iterator<Item = T>,
        mut write: impl FnMut(&mut Self, T),
    ) {
        self.push(open);
        if breaks {
            self.indent = self.indent.map(|indent| indent + 1);
        }
        for (index, item) in items.enumerate() {
            match (index, breaks) {
                (0, false) => {}
                (_, false) => self.push(", "),
                (0, true) => self.new_line(),
                (_, true) => {
                    self.push(",");
                    self.new_line();
                }
            }
            write(self, item);
        }
        if breaks {
            self.indent = self.indent.map(|indent| indent.saturating_sub(1));
            self.new_line();
        }
        self.push(close);
    }

    fn new_line(&mut self) {
        let end = self.text.trim_end().len();
        self.text.truncate(end);
        self.text.push('\n');
        self.text.push_str(&"  ".repeat(self.indent.unwrap_or(0)));
    }
}

/// Whether an array is short enough for one line.
///
/// The lengths are those that Puppet estimates, not the real ones. Anything but a simple value is too long.
fn is_short(array: &[Value], room: usize) -> bool {
    let length = |value: &Value| match value {
        Value::Str(text) => 2 + text.chars().count(),
        Value::Array(array) if array.is_empty() => 2,
        Value::Hash(hash) if hash.is_empty() => 2,
        Value::Undef => 3,
        Value::Bool(true) => 4,
        Value::Bool(false) => 5,
        Value::Default => 8,
        Value::Int(number) => number.to_string().len(),
        Value::Float(number) => float_text(*number).len(),
        _ => 1000,
    };
    array.is_empty() || array.iter().map(length).sum::<usize>() < room
}
