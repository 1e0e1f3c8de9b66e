//! The formats of `String.new`, and maps that select one by the type of a value.

use std::cmp::Ordering;
use std::sync::LazyLock;

use bunraku_edition::TypeRules;

use super::FormatError;
use super::directive::{Directive, MAX_WIDTH};
use crate::assignable::assignable;
use crate::notation::notation;
use crate::{Hash, Str, Type, Value};

/// Formats by type, with more specific types before more general ones.
pub(super) type FormatMap = Vec<(Type, Format)>;

/// A format such as `%#10.2f`, together with what a hash can add to it.
#[derive(Clone, Debug)]
pub(super) struct Format {
    pub(super) letter: char,
    pub(super) directive: Directive,
    /// The opening delimiter of a collection, if it is given: one of `[`, `{`, `(`, `<` and `|`.
    pub(super) delimiter: Option<char>,
    /// The string between elements or entries.
    pub(super) separator: Option<Str>,
    /// The string between key and value: `separator2` of the format.
    pub(super) assoc: Option<Str>,
    /// The formats for the contents of a collection, except for nested collections.
    pub(super) inner: Option<FormatMap>,
    /// The format as it was written, for messages.
    text: Str,
}

impl Format {
    /// Reads `%`, flags, a width, a precision and a letter.
    pub(super) fn parse(text: &str) -> Result<Format, FormatError> {
        let malformed = || FormatError::Malformed { format: text.to_string() };
        let rest = text.strip_prefix('%').ok_or_else(malformed)?;
        // Puppet's pattern allows any whitespace among the flags, and then rejects everything but spaces.
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

    /// The delimiters of a collection. A blank instead of a delimiter leaves them out.
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

    /// The directive of a value that is not a collection. A delimiter in the format is an error then.
    pub(super) fn plain(&self) -> Result<&Directive, FormatError> {
        match self.delimiter {
            None => Ok(&self.directive),
            Some(_) => Err(FormatError::Malformed { format: self.text.to_string() }),
        }
    }

    /// Merges two formats; `higher` overrides everything that it specifies.
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

/// The format for a type: the first one to whose type it is assignable.
pub(super) fn find<'m>(rules: &TypeRules, map: &'m FormatMap, ty: &Type) -> Option<&'m Format> {
    map.iter().find(|(key, _)| assignable(rules, key, ty)).map(|(_, format)| format)
}

/// Whether the format of a collection that is not empty can be found without knowing the types of its elements.
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

/// The formats that are used if none are given.
pub(super) fn defaults() -> &'static FormatMap {
    static DEFAULTS: LazyLock<FormatMap> = LazyLock::new(make_defaults);
    &DEFAULTS
}

fn make_defaults() -> FormatMap {
    let format = |letter: char| Format {
        letter,
        directive: Directive::default(),
        delimiter: None,
        separator: None,
        assoc: None,
        inner: None,
        text: format!("%{letter}").into(),
    };
    let array =
        Format { separator: Some(", ".into()), inner: Some(element_defaults().clone()), ..format('a') };
    let hash = Format {
        separator: Some(", ".into()),
        assoc: Some(" => ".into()),
        inner: Some(element_defaults().clone()),
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

/// The formats of elements that are used if none are given: as a program would write them.
pub(super) fn element_defaults() -> &'static FormatMap {
    static DEFAULTS: LazyLock<FormatMap> =
        LazyLock::new(|| Format::parse("%p").map(|format| vec![(Type::Any, format)]).unwrap_or_default());
    &DEFAULTS
}

/// How many formats a hash may have, because each is compared with all others.
const MAX_FORMATS: usize = 1_000;

/// Reads a hash of types to formats.
pub(super) fn read(hash: &Hash) -> Result<FormatMap, FormatError> {
    read_map(hash, Nesting::Allowed)
}

/// Whether a format may be a hash with separators and inner formats. Inner formats may not.
#[derive(Clone, Copy)]
enum Nesting {
    Allowed,
    Forbidden,
}

fn read_map(hash: &Hash, nesting: Nesting) -> Result<FormatMap, FormatError> {
    if hash.len() > MAX_FORMATS {
        return Err(problem(&format!("too many formats: at most {MAX_FORMATS} are allowed")));
    }
    let mut map = FormatMap::new();
    for (key, value) in hash {
        let Value::Type(key) = key else { return Err(problem("the keys of a map of formats must be types")) };
        let format = match (value, nesting) {
            (Value::Str(text), _) => Format::parse(text)?,
            (Value::Hash(parts), Nesting::Allowed) => read_container(parts)?,
            _ => return Err(problem("the values of a map of formats must be formats")),
        };
        map.push((key.clone(), format));
    }
    Ok(map)
}

/// Reads the format of a collection that is given as a hash, with separators and inner formats.
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
        Format::parse(text.ok_or_else(|| problem("missing key `format` in the format of a collection"))?)?;
    let separator = |name: &str| match parts.get_str(name) {
        None => Ok(None),
        Some(Value::Str(text)) => Ok(Some(text.clone())),
        Some(_) => Err(problem("a separator must be a string")),
    };
    format.separator = separator("separator")?;
    format.assoc = separator("separator2")?;
    format.inner = match parts.get_str("string_formats") {
        None => None,
        Some(Value::Hash(inner)) => Some(read_map(inner, Nesting::Forbidden)?),
        Some(_) => return Err(problem("string_formats must be a map of formats")),
    };
    Ok(format)
}

/// Merges formats, where `higher` overrides `lower`. A lower format is dropped even if only a more general type has a
/// higher one: lookup finds the most specific type first, and must not find a default before what the user gave.
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

/// Sorts more specific types before more general ones.
///
/// The comparison is not a total order, and `sort_by` may panic on such a comparison. Each entry is inserted before the
/// first one that it must precede.
fn sorted(rules: &TypeRules, map: FormatMap) -> FormatMap {
    let mut sorted = FormatMap::with_capacity(map.len());
    for entry in map {
        let position = sorted.iter().position(|(key, _)| order(rules, &entry.0, key) == Ordering::Less);
        sorted.insert(position.unwrap_or(sorted.len()), entry);
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

/// The order of types that are not assignable to each other. Puppet compares all others by their notation.
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
