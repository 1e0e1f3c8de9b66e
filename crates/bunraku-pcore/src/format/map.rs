//! Formats of `String.new`, and the maps that choose one by the type of a value.

use std::cmp::Ordering;

use bunraku_edition::TypeRules;

use super::FormatError;
use super::directive::{Directive, MAX_WIDTH};
use crate::assignable::assignable;
use crate::notation::notation;
use crate::{Hash, Str, Type, Value};

/// Formats by type, the most special type first.
pub(super) type FormatMap = Vec<(Type, Format)>;

/// One format.
#[derive(Clone, Debug)]
pub(super) struct Format {
    /// The letter.
    pub(super) letter: char,
    /// Flags, width and precision.
    pub(super) directive: Directive,
    /// One of `[`, `{`, `(`, `<` and `|`.
    pub(super) delimiter: Option<char>,
    /// What stands between elements or entries.
    pub(super) separator: Option<Str>,
    /// What stands between key and value.
    pub(super) assoc: Option<Str>,
    /// The formats of what a collection holds, except for collections in it.
    pub(super) inner: Option<FormatMap>,
    text: Str,
}

impl Format {
    /// Reads `%`, flags, a width, a precision and a letter.
    pub(super) fn parse(text: &str) -> Result<Format, FormatError> {
        let malformed = || FormatError::Malformed { format: text.to_string() };
        let rest = text.strip_prefix('%').ok_or_else(malformed)?;
        let is_flag = |char: char| char.is_ascii_whitespace() || "[+#0{<(|-".contains(char);
        let flags_end = rest.find(|char| !is_flag(char)).unwrap_or(rest.len());
        let (flags, rest) = rest.split_at(flags_end);
        let mut directive = Directive::default();
        let mut delimiter = None;
        for (index, flag) in flags.char_indices() {
            if flags[..index].contains(flag) {
                return Err(malformed());
            }
            match flag {
                '-' => directive.left = true,
                '#' => directive.alt = true,
                '+' => directive.plus = true,
                ' ' => directive.space = true,
                '0' => directive.zero = true,
                '[' | '{' | '(' | '<' | '|' if delimiter.is_some() => return Err(malformed()),
                '[' | '{' | '(' | '<' | '|' => delimiter = Some(flag),
                _ => return Err(malformed()),
            }
        }
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let number =
            |text: &str| text.parse::<usize>().map(|count| count.min(MAX_WIDTH)).map_err(|_| malformed());
        let (width, rest) = rest.split_at(digits(rest));
        if !width.is_empty() {
            directive.width = Some(number(width)?);
        }
        let rest = match rest.strip_prefix('.') {
            Some(rest) => {
                let (precision, rest) = rest.split_at(digits(rest));
                directive.precision = Some(number(precision)?);
                rest
            }
            None => rest,
        };
        let mut letters = rest.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if letter.is_ascii_alphabetic() => Ok(Format {
                letter,
                directive,
                delimiter,
                separator: None,
                assoc: None,
                inner: None,
                text: text.into(),
            }),
            _ => Err(malformed()),
        }
    }

    /// The delimiters around a collection.
    pub(super) fn delimiters(&self, usual: (&'static str, &'static str)) -> (&'static str, &'static str) {
        match self.delimiter {
            Some('[') => ("[", "]"),
            Some('{') => ("{", "}"),
            Some('(') => ("(", ")"),
            Some('<') => ("<", ">"),
            Some(_) => ("|", "|"),
            None if self.directive.space => ("", ""),
            None => usual,
        }
    }

    /// Fails where a delimiter is given for something that is no collection.
    pub(super) fn plain(&self) -> Result<&Directive, FormatError> {
        match self.delimiter {
            None => Ok(&self.directive),
            Some(_) => Err(FormatError::Malformed { format: self.text.to_string() }),
        }
    }

    fn merged(&self, rules: &TypeRules, higher: &Format) -> Format {
        Format {
            separator: higher.separator.clone().or_else(|| self.separator.clone()),
            assoc: higher.assoc.clone().or_else(|| self.assoc.clone()),
            inner: match (&self.inner, &higher.inner) {
                (Some(lower), Some(higher)) => Some(merge(rules, lower, higher)),
                (lower, higher) => higher.clone().or_else(|| lower.clone()),
            },
            ..higher.clone()
        }
    }
}

/// The format for a type: the first one whose type it may be assigned to.
pub(super) fn find<'m>(rules: &TypeRules, map: &'m FormatMap, ty: &Type) -> Option<&'m Format> {
    map.iter().find(|(key, _)| assignable(rules, key, ty)).map(|(_, format)| format)
}

/// Whether the types of formats do not depend on what is in a collection that is not empty.
pub(super) fn is_shallow(map: &FormatMap) -> bool {
    map.iter().all(|(key, _)| match key {
        Type::Array(array) => array.element == Type::Any && array.size.is_none(),
        Type::Hash(hash) => hash.key == Type::Any && hash.value == Type::Any && hash.size.is_none(),
        Type::Any | Type::Numeric | Type::Undef | Type::Default | Type::Binary => true,
        Type::Collection(None) | Type::Object(None) => true,
        Type::Float(None) | Type::Integer(None) | Type::String(None) => true,
        _ => false,
    })
}

/// The formats that hold when none are given.
pub(super) fn defaults() -> FormatMap {
    let format = |letter: char| Format {
        letter,
        directive: Directive::default(),
        delimiter: None,
        separator: None,
        assoc: None,
        inner: None,
        text: format!("%{letter}").into(),
    };
    let array = Format { separator: Some(", ".into()), inner: Some(element_defaults()), ..format('a') };
    let hash = Format {
        separator: Some(", ".into()),
        assoc: Some(" => ".into()),
        inner: Some(element_defaults()),
        ..format('h')
    };
    vec![
        (Type::Object(None), format('p')),
        (Type::Float(None), format('f')),
        (Type::Numeric, format('d')),
        (Type::array(Type::Any, None), array),
        (Type::hash(Type::Any, Type::Any, None), hash),
        (Type::Binary, format('B')),
        (Type::Any, format('s')),
    ]
}

/// The formats of elements when none are given: program notation.
pub(super) fn element_defaults() -> FormatMap {
    Format::parse("%p").map(|format| vec![(Type::Any, format)]).unwrap_or_default()
}

/// Reads a map of types to formats.
pub(super) fn read(hash: &Hash) -> Result<FormatMap, FormatError> {
    read_map(hash, Nesting::Allowed)
}

/// Whether the formats of collections may have parts: those of elements may not.
#[derive(Clone, Copy)]
enum Nesting {
    Allowed,
    Forbidden,
}

fn read_map(hash: &Hash, nesting: Nesting) -> Result<FormatMap, FormatError> {
    let mut map = FormatMap::new();
    for (key, value) in hash {
        let Value::Type(key) = key else { return Err(problem("the keys of a map of formats are types")) };
        let format = match (value, nesting) {
            (Value::Str(text), _) => Format::parse(text)?,
            (Value::Hash(parts), Nesting::Allowed) => read_container(parts)?,
            _ => return Err(problem("the values of a map of formats are formats")),
        };
        map.push((key.clone(), format));
    }
    Ok(map)
}

/// Reads the format of a collection with its separators and inner formats.
fn read_container(parts: &Hash) -> Result<Format, FormatError> {
    let known =
        |key: &Value| matches!(key.as_str(), Some("separator" | "separator2" | "format" | "string_formats"));
    if !parts.keys().all(known) {
        return Err(problem(
            "the format of a collection has the keys format, separator, separator2, string_formats",
        ));
    }
    let text = parts.get_str("format").and_then(Value::as_str);
    let mut format =
        Format::parse(text.ok_or_else(|| problem("the format of a collection lacks its key format"))?)?;
    let separator = |name: &str| match parts.get_str(name) {
        None => Ok(None),
        Some(Value::Str(text)) => Ok(Some(text.clone())),
        Some(_) => Err(problem("a separator is a string")),
    };
    format.separator = separator("separator")?;
    format.assoc = separator("separator2")?;
    format.inner = match parts.get_str("string_formats") {
        None => None,
        Some(Value::Hash(inner)) => Some(read_map(inner, Nesting::Forbidden)?),
        Some(_) => return Err(problem("string_formats is a map of formats")),
    };
    Ok(format)
}

/// Given formats over default ones: a default for a narrower type gives way to a given one for a wider type.
pub(super) fn merge(rules: &TypeRules, lower: &FormatMap, higher: &FormatMap) -> FormatMap {
    let covered = |ty: &Type| higher.iter().any(|(key, _)| key != ty && assignable(rules, key, ty));
    let mut merged: FormatMap = lower.iter().filter(|(key, _)| !covered(key)).cloned().collect();
    for (key, format) in higher {
        match merged.iter_mut().find(|(known, _)| known == key) {
            Some((_, known)) => *known = known.merged(rules, format),
            None => merged.push((key.clone(), format.clone())),
        }
    }
    sorted(rules, merged)
}

/// Special types before general ones. The comparison is no total order, so each is put where it first fits.
fn sorted(rules: &TypeRules, map: FormatMap) -> FormatMap {
    let mut sorted = FormatMap::with_capacity(map.len());
    for entry in map {
        let place = sorted.iter().position(|(key, _)| order(rules, &entry.0, key) == Ordering::Less);
        sorted.insert(place.unwrap_or(sorted.len()), entry);
    }
    sorted
}

fn order(rules: &TypeRules, a: &Type, b: &Type) -> Ordering {
    if a == b {
        return Ordering::Equal;
    }
    match (assignable(rules, b, a), assignable(rules, a, b)) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        _ => match (rank(a), rank(b)) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => notation(rules, a).cmp(&notation(rules, b)),
        },
    }
}

fn rank(ty: &Type) -> Option<u8> {
    Some(match ty {
        Type::Struct(_) => 1,
        Type::Hash(_) => 2,
        Type::Tuple(_) => 3,
        Type::Array(_) => 4,
        Type::Pattern(_) => 10,
        Type::Enum(_) => 11,
        Type::String(_) => 12,
        _ => return None,
    })
}

fn problem(problem: &str) -> FormatError {
    FormatError::Map { problem: problem.to_string() }
}
