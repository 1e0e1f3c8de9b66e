//! `String.new(value, formats)`: a value as a string, with formats for each type and for the contents of collections.

mod plain;

use bunraku_edition::TypeRules;
use plain::{binary, default, string, undef};

use super::map::{self, Format, FormatMap};
use super::sprintf::{float_to_integer, one};
use super::{FormatError, inspect::inspect, number};
use crate::notation::{indented_literal, literal};
use crate::number::float_text;
use crate::text::{has_options, quote, regexp_in_slashes};
use crate::{Array, Hash, Regexp, Str, Type, Value, infer, watch};

/// A value as a string. `formats` is `default`, a format for the value, or a hash of types to formats.
pub fn convert(rules: &TypeRules, value: &Value, formats: Option<&Value>) -> Result<String, FormatError> {
    let (converter, indent) = (Converter { rules }, Indentation { level: 0, first: true, active: false });
    let map = match formats {
        None | Some(Value::Default) => return converter.convert(value, map::defaults(), indent),
        Some(Value::Str(format)) => {
            let format = Format::parse(format)?;
            let key = match value {
                // The format is for the type of just this value. No default is for a more specific type.
                Value::Undef | Value::Bool(_) | Value::Int(_) | Value::Str(_) => {
                    return converter.formatted(value, &format, map::defaults(), indent);
                }
                Value::Array(_) => Type::array(Type::Any, None),
                Value::Hash(_) => Type::hash(Type::Any, Type::Any, None),
                value => infer::detailed(rules, value),
            };
            map::merge(rules, map::defaults(), &vec![(key, format)])
        }
        Some(Value::Hash(formats)) => map::merge(rules, map::defaults(), &map::read(formats)?),
        Some(_) => {
            let problem = "a format must be default, a string, or a hash of types to formats".to_string();
            return Err(FormatError::Map { problem });
        }
    };
    converter.convert(value, &map, indent)
}

struct Converter<'r> {
    rules: &'r TypeRules,
}

/// The position inside nested collections, which decides about line breaks.
#[derive(Clone, Copy)]
struct Indentation {
    /// How many collections there are around the value.
    level: usize,
    /// Whether the value starts the line of its collection, so that no line break is needed before it.
    first: bool,
    /// Whether lines are broken at all, because the collection or one around it has the flag `#`.
    active: bool,
}

impl Indentation {
    fn activated(self, alt: bool) -> Indentation {
        Indentation { active: alt || self.active, ..self }
    }

    fn increased(self, active: bool) -> Indentation {
        Indentation { level: self.level + 1, first: true, active }
    }

    fn breaks(self) -> bool {
        self.active && self.level > 0 && !self.first
    }

    fn padding(self) -> String {
        "  ".repeat(self.level)
    }
}

impl Converter<'_> {
    fn convert(&self, value: &Value, map: &FormatMap, indent: Indentation) -> Result<String, FormatError> {
        let ty = match value {
            // Formats are found by the type of an object without its type parameters.
            Value::Object(object) => Type::Object(Some(object.object_type().clone())),
            // The types of elements are inferred only if a format depends on them. Every level would infer the types of
            // all levels below it again, which is quadratic.
            Value::Array(array) if !array.is_empty() && map::is_shallow(map) => Type::array(Type::Any, None),
            Value::Hash(hash) if !hash.is_empty() && map::is_shallow(map) => {
                Type::hash(Type::Any, Type::Any, None)
            }
            value => infer::detailed(self.rules, value),
        };
        let fallback;
        let format = match map::find(self.rules, map, &ty) {
            Some(format) => format,
            None => {
                fallback = Format::parse("%s")?;
                &fallback
            }
        };
        self.formatted(value, format, map, indent)
    }

    /// A value in a format. Collections in it are formatted by the map.
    fn formatted(
        &self,
        value: &Value,
        format: &Format,
        map: &FormatMap,
        indent: Indentation,
    ) -> Result<String, FormatError> {
        match value {
            Value::Undef => undef(format),
            Value::Default => default(format),
            Value::Bool(value) => self.boolean(*value, format),
            Value::Int(_) | Value::Big(_) => self.integer(value, format),
            Value::Float(number) => self.float(*number, format),
            Value::Str(value) | Value::ByteStr(value) => string(value, format),
            Value::Regexp(regexp) => {
                let string = match format.letter {
                    'p' => regexp_in_slashes(regexp),
                    's' if format.directive.alt => quote(&regexp_source(regexp)),
                    's' => regexp_source(regexp),
                    letter => return Err(wrong("Regexp", letter, "sp")),
                };
                Ok(format.plain()?.text(&string))
            }
            Value::Array(array) => self.array(array, format, map, indent),
            Value::Hash(hash) => self.hash(hash, format, map, indent),
            Value::Type(_) => {
                let string = crate::text::to_text(self.rules, value);
                match format.letter {
                    's' if format.directive.alt => Ok(format.plain()?.text(&format!("\"{string}\""))),
                    's' | 'p' => Ok(format.plain()?.text(&string)),
                    letter => Err(wrong("Type", letter, "sp")),
                }
            }
            Value::Binary(bytes) => binary(bytes, format),
            Value::Uri(uri) => match format.letter {
                'p' => Ok(literal(self.rules, value)),
                's' if format.directive.alt => Ok(format.plain()?.text(&quote(&uri.text()))),
                's' => Ok(format.plain()?.text(&uri.text())),
                letter => Err(wrong("URI", letter, "sp")),
            },
            Value::Object(_) => match format.letter {
                'p' if indent.activated(format.directive.alt).active => {
                    Ok(indented_literal(self.rules, value, indent.level))
                }
                'p' | 's' | 'q' => Ok(literal(self.rules, value)),
                letter => Err(wrong("Object", letter, "spq")),
            },
            // Width and precision have no effect.
            Value::Runtime(object) => match format.letter {
                's' => Ok(object.text().to_string()),
                'p' => Ok(quote(object.text())),
                'q' => Ok(inspect(self.rules, value)),
                letter => Err(wrong("Runtime", letter, "spq")),
            },
            value => one(self.rules, format.plain()?, format.letter, value),
        }
    }

    fn boolean(&self, value: bool, format: &Format) -> Result<String, FormatError> {
        let word = match format.letter {
            't' | 's' | 'p' => {
                if value {
                    "true"
                } else {
                    "false"
                }
            }
            'T' => {
                if value {
                    "True"
                } else {
                    "False"
                }
            }
            'y' => {
                if value {
                    "yes"
                } else {
                    "no"
                }
            }
            'Y' => {
                if value {
                    "Yes"
                } else {
                    "No"
                }
            }
            'd' | 'x' | 'X' | 'o' | 'b' | 'B' => {
                return Ok(number::integer(format.plain()?, &i64::from(value).into(), format.letter));
            }
            'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => {
                return Ok(number::float(format.plain()?, f64::from(u8::from(value)), format.letter));
            }
            letter => return Err(wrong("Boolean", letter, "tTyYdxXobBeEfgGaAsp")),
        };
        let short = format.directive.alt && matches!(format.letter, 't' | 'T' | 'y' | 'Y');
        Ok(format.directive.text(if short { word.get(..1).unwrap_or(word) } else { word }))
    }

    fn integer(&self, value: &Value, format: &Format) -> Result<String, FormatError> {
        let directive = format.plain()?;
        match format.letter {
            'c' => {
                let char = match value {
                    Value::Int(number) => u32::try_from(*number).ok().and_then(char::from_u32),
                    _ => None,
                };
                let char = char.ok_or_else(|| FormatError::Value {
                    expected: "the number of a character",
                    value: literal(self.rules, value),
                })?;
                let text = if directive.alt { format!("\"{char}\"") } else { char.to_string() };
                Ok(directive.text(&text))
            }
            's' if directive.alt => Ok(directive.text(&format!("\"{}\"", literal(self.rules, value)))),
            's' | 'p' => Ok(directive.text(&literal(self.rules, value))),
            'd' | 'x' | 'X' | 'o' | 'b' | 'B' | 'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => {
                one(self.rules, directive, format.letter, value)
            }
            letter => Err(wrong("Integer", letter, "dxXobBeEfgGaAspc")),
        }
    }

    fn float(&self, value: f64, format: &Format) -> Result<String, FormatError> {
        let directive = format.plain()?;
        match format.letter {
            'd' | 'x' | 'X' | 'o' | 'b' | 'B' => {
                let whole = float_to_integer(value.trunc()).ok_or_else(|| FormatError::Value {
                    expected: "a finite number",
                    value: float_text(value),
                })?;
                Ok(number::integer(directive, &whole, format.letter))
            }
            'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => Ok(number::float(directive, value, format.letter)),
            'p' => Ok(directive.text(&float_text(value))),
            's' if directive.alt => Ok(directive.text(&format!("\"{}\"", float_text(value)))),
            's' => Ok(directive.text(&float_text(value))),
            letter => Err(wrong("Float", letter, "dxXobBeEfgGaAsp")),
        }
    }

    fn array(
        &self,
        array: &Array,
        format: &Format,
        map: &FormatMap,
        indent: Indentation,
    ) -> Result<String, FormatError> {
        if !matches!(format.letter, 'a' | 's' | 'p') {
            return Err(wrong("Array", format.letter, "asp"));
        }
        let separator = format.separator.as_deref().unwrap_or(", ");
        let elements = map::element_defaults();
        let inner = format.inner.as_ref().unwrap_or(elements);
        let (open, close) = format.delimiters(("[", "]"));
        let alt = format.directive.alt;
        let indent = indent.activated(alt);
        let mut text = String::new();
        if indent.breaks() {
            text.push('\n');
            text.push_str(&indent.padding());
        }
        text.push_str(open);
        let child = Indentation { first: false, ..indent.increased(alt) };
        let mut texts = Vec::with_capacity(array.len());
        for element in array {
            // Nested collections are formatted by the same map as this one; the inner formats are for other elements.
            texts.push(self.convert(element, if is_container(element) { map } else { inner }, child)?);
        }
        let separators = separator.len().saturating_mul(texts.len());
        check_size(separators.saturating_add(texts.iter().map(String::len).sum()))?;
        // With the flag `#`, the width is the length of a line from which on each element gets a line of its own.
        let breaks = alt && format.directive.width.is_some_and(|width| widest(array, &texts) > width);
        for (index, (element, shown)) in array.iter().zip(&texts).enumerate() {
            let plain = !is_collection(element);
            if index == 0 {
                if breaks && plain {
                    text.push(' ');
                }
            } else {
                text.push_str(separator);
                let after_collection =
                    alt && index.checked_sub(1).and_then(|i| array.get(i)).is_some_and(is_collection);
                if plain && (breaks || after_collection) {
                    if !text.ends_with('\n') {
                        text.truncate(text.trim_end().len());
                    }
                    text.push('\n');
                    text.push_str(&child.padding());
                }
            }
            if text.ends_with(' ') && shown.starts_with('\n') {
                text.truncate(text.trim_end().len());
            }
            text.push_str(shown);
        }
        text.push_str(close);
        Ok(text)
    }

    fn hash(
        &self,
        hash: &Hash,
        format: &Format,
        map: &FormatMap,
        indent: Indentation,
    ) -> Result<String, FormatError> {
        if format.letter == 'a' {
            let pairs = hash.iter().map(|(key, value)| Value::array([key.clone(), value.clone()]));
            return self.convert(&Value::array(pairs), map, indent);
        }
        if !matches!(format.letter, 'h' | 's' | 'p') {
            return Err(wrong("Hash", format.letter, "hasp"));
        }
        let alt = format.directive.alt;
        let mut separator: Str = format.separator.clone().unwrap_or_else(|| ", ".into());
        if alt {
            // A line break follows each separator, so that blanks at its end would be at the end of a line.
            let trimmed = if separator.ends_with('\n') { separator.as_str() } else { separator.trim_end() };
            separator = format!("{trimmed}\n").into();
        }
        let assoc = format.assoc.as_deref().unwrap_or(" => ");
        let elements = map::element_defaults();
        let inner = format.inner.as_ref().unwrap_or(elements);
        let (open, close) = format.delimiters(("{", "}"));
        let indent = indent.activated(alt);
        let mut text = String::new();
        if indent.breaks() {
            text.push('\n');
            text.push_str(&indent.padding());
        }
        let child = indent.increased(false);
        let padding = if alt { child.padding() } else { String::new() };
        text.push_str(open);
        if alt {
            text.push('\n');
        }
        let around = separator.len().saturating_add(assoc.len()).saturating_add(padding.len());
        check_size(around.saturating_mul(hash.len()))?;
        for (index, (key, value)) in hash.iter().enumerate() {
            if index > 0 {
                text.push_str(&separator);
            }
            let map_of = |value: &Value| if is_container(value) { map } else { inner };
            text.push_str(&padding);
            text.push_str(&self.convert(key, map_of(key), child)?);
            text.push_str(assoc);
            text.push_str(&self.convert(value, map_of(value), child)?);
        }
        if alt {
            text.push('\n');
            text.push_str(&indent.padding());
        }
        text.push_str(close);
        Ok(text)
    }
}

/// Rejects a result that would exceed what a [watch] allows.
fn check_size(bytes: usize) -> Result<(), FormatError> {
    const LARGE: usize = 1 << 20;
    let ended = bytes >= LARGE && watch::ended(bytes as u64).is_some();
    if ended { Err(FormatError::TooLarge) } else { Ok(()) }
}

/// The length in characters of the longest run of elements that are not collections.
fn widest(array: &Array, texts: &[String]) -> usize {
    let (mut widest, mut run) = (0, 0);
    for (element, text) in array.iter().zip(texts) {
        run = if is_collection(element) { 0 } else { run + text.chars().count() };
        widest = widest.max(run);
    }
    widest
}

fn is_collection(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Hash(_))
}

/// Whether a value inside a collection is formatted by the same formats as the collection. Puppet counts objects as
/// containers, unless their type has parameters.
fn is_container(value: &Value) -> bool {
    match value {
        Value::Array(_) | Value::Hash(_) => true,
        Value::Object(object) => object.object_type().all_type_parameters().is_empty(),
        _ => false,
    }
}

fn wrong(ty: &str, letter: char, allowed: &'static str) -> FormatError {
    FormatError::Directive { ty: ty.to_string(), letter, allowed }
}

/// The source of a regular expression, with its options if it has any.
fn regexp_source(regexp: &Regexp) -> String {
    if !has_options(regexp) {
        return regexp.source().to_string();
    }
    let options = regexp.options();
    let letters = [('i', options.ignore_case), ('m', options.multi_line), ('x', options.extended)];
    let of =
        |wanted: bool| letters.iter().filter(|(_, set)| *set == wanted).map(|(letter, _)| *letter).collect();
    let (on, off): (String, String) = (of(true), of(false));
    let dash = if off.is_empty() { "" } else { "-" };
    format!("(?{on}{dash}{off}:{})", regexp.source())
}
