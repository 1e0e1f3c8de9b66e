//! Values as strings in interpolation and messages, and related functions: quoting and case conversion.

use bunraku_edition::{RegexpText, TypeRules};

use crate::notation::{literal, notation};
use crate::number::float_text;
use crate::values::Sensitive;
use crate::{Regexp, Value};

/// A value as it appears in an interpolated string and in the output of `notice`.
pub fn to_text(rules: &TypeRules, value: &Value) -> String {
    let mut text = String::new();
    append(rules, value, &mut text);
    text
}

/// Appends what [`to_text`] returns, without an intermediate string for the common kinds of values.
pub fn append(rules: &TypeRules, value: &Value, text: &mut String) {
    match value {
        // Undef is empty even inside a collection: `[1, undef]` is `[1, ]`.
        Value::Undef => {}
        Value::Default => text.push_str("default"),
        Value::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        Value::Int(number) => text.push_str(&number.to_string()),
        Value::Big(number) => text.push_str(&number.to_string()),
        Value::Float(number) => text.push_str(&float_text(*number)),
        Value::Str(value) | Value::ByteStr(value) => text.push_str(value),
        Value::Array(array) => {
            text.push('[');
            for (index, element) in array.iter().enumerate() {
                if index > 0 {
                    text.push_str(", ");
                }
                append(rules, element, text);
            }
            text.push(']');
        }
        Value::Hash(hash) => {
            text.push('{');
            for (index, (key, value)) in hash.iter().enumerate() {
                if index > 0 {
                    text.push_str(", ");
                }
                append(rules, key, text);
                text.push_str(" => ");
                append(rules, value, text);
            }
            text.push('}');
        }
        Value::Type(ty) => text.push_str(&notation(rules, ty)),
        Value::Regexp(regexp) => match rules.regexp_text {
            RegexpText::Slashes => text.push_str(&regexp_in_slashes(regexp)),
            RegexpText::Pattern => text.push_str(&regexp.to_s()),
        },
        Value::Sensitive(_) => text.push_str(Sensitive::TEXT),
        Value::Binary(binary) => text.push_str(&binary.to_base64_strict()),
        Value::Timespan(time) => text.push_str(&time.text()),
        Value::Timestamp(time) => text.push_str(&time.text()),
        Value::Version(version) => text.push_str(&version.text()),
        Value::VersionRange(range) => text.push_str(range.text()),
        Value::Uri(uri) => text.push_str(&uri.text()),
        Value::Runtime(object) => text.push_str(object.text()),
        Value::Iter(_) | Value::Object(_) => text.push_str(&literal(rules, value)),
    }
}

/// A regular expression between slashes: `/a.b/`, or with options `/(?i-mx:a.b)/`.
///
/// Puppet compares Ruby's `options` with zero to find out whether there are any. Ruby also sets a flag there, "fixed
/// encoding", if the source has a character outside ASCII, so `/é/` is written `/(?-mix:é)/`.
pub fn regexp_in_slashes(regexp: &Regexp) -> String {
    if has_options(regexp) { format!("/{}/", regexp.to_s()) } else { regexp.inspect() }
}

/// A regular expression in data: its source, or with options `(?i-mx:a.b)`, in another order than that of Ruby's `to_s`.
pub fn regexp_in_data(regexp: &Regexp) -> String {
    if !has_options(regexp) {
        return regexp.source().to_owned();
    }
    let options = regexp.options();
    let letters = [('i', options.ignore_case), ('m', options.multi_line), ('x', options.extended)];
    let those = |set: bool| letters.iter().filter(move |(_, on)| *on == set).map(|(letter, _)| *letter);
    let mut text = String::from("(?");
    text.extend(those(true));
    // A character outside ASCII counts as an option too.
    if those(false).next().is_some() || !regexp.source().is_ascii() {
        text.push('-');
    }
    text.extend(those(false));
    text.push(':');
    text.push_str(regexp.source());
    text.push(')');
    text
}

/// Whether Ruby's `options` of a regular expression are not zero.
pub(crate) fn has_options(regexp: &Regexp) -> bool {
    !regexp.source().is_ascii() || regexp.options() != bunraku_regexp::Options::default()
}

/// Bytes as lowercase hexadecimal digits, as digests are written.
pub fn hexadecimal(bytes: &[u8]) -> String {
    static DIGITS: [char; 16] =
        ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| DIGITS.get(usize::from(digit))).collect()
}

/// A string in quotes, as a program would write it: in single quotes, unless it has control characters.
pub fn quote(text: &str) -> String {
    if text.chars().any(|char| (char as u32) < 0x20) {
        return double_quote(text);
    }
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('\'');
    let mut escaped = false;
    for char in text.chars() {
        if escaped {
            quoted.push('\\');
            quoted.push(char);
            escaped = false;
        } else if char == '\'' {
            quoted.push_str("\\'");
        } else if char == '\\' {
            // Puppet writes a backslash together with the character after it, whatever that is. So a backslash is never
            // doubled, not even at the end, and an apostrophe after one does not get a second backslash.
            escaped = true;
        } else {
            quoted.push(char);
        }
    }
    if escaped {
        quoted.push('\\');
    }
    quoted.push('\'');
    quoted
}

/// A string in double quotes, with every character escaped that has a meaning there.
pub fn double_quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for char in text.chars() {
        match char {
            '\t' => quoted.push_str("\\t"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '"' => quoted.push_str("\\\""),
            '$' => quoted.push_str("\\$"),
            '\\' => quoted.push_str("\\\\"),
            char if (char as u32) < 0x20 => quoted.push_str(&format!("\\u{{{:X}}}", char as u32)),
            char => quoted.push(char),
        }
    }
    quoted.push('"');
    quoted
}

/// Converts a string to uppercase, like Ruby's `upcase`.
pub fn upcase(text: &str) -> String {
    text.chars().flat_map(char::to_uppercase).collect()
}

/// Converts a string to lowercase, like Ruby's `downcase`.
///
/// Each character is converted by itself. `str::to_lowercase` would turn a Greek sigma at the end of a word into `ς`,
/// and Ruby does not.
pub fn downcase(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// Converts the first character to title case and the others to lowercase, like Ruby's `capitalize`.
pub fn capitalize(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => title_case(first) + &downcase(chars.as_str()),
        None => String::new(),
    }
}

/// The title case of a character, which the standard library does not provide.
///
/// It differs from uppercase only for characters that consist of two letters: the second stays lowercase.
fn title_case(char: char) -> String {
    let one = match char {
        // Dž, Lj, Nj and Dz are single characters with three cases each.
        '\u{1c4}'..='\u{1c6}' => '\u{1c5}',
        '\u{1c7}'..='\u{1c9}' => '\u{1c8}',
        '\u{1ca}'..='\u{1cc}' => '\u{1cb}',
        '\u{1f1}'..='\u{1f3}' => '\u{1f2}',
        // Georgian uses uppercase for whole words only, so the title case is the lowercase letter.
        '\u{10d0}'..='\u{10ff}' => char,
        '\u{1c90}'..='\u{1cbf}' => return char.to_lowercase().collect(),
        // Greek vowels with an iota below. In Unicode, bit 3 distinguishes title case from lowercase.
        '\u{1f80}'..='\u{1faf}' => char::from_u32(char as u32 | 8).unwrap_or(char),
        '\u{1fb3}' | '\u{1fbc}' => '\u{1fbc}',
        '\u{1fc3}' | '\u{1fcc}' => '\u{1fcc}',
        '\u{1ff3}' | '\u{1ffc}' => '\u{1ffc}',
        // `ŉ` is an apostrophe and a letter, so it is the second part that becomes uppercase.
        '\u{149}' => return char.to_uppercase().collect(),
        _ => {
            // Ligatures such as `ﬁ` become several uppercase letters, all but the first of which are lowercase in title
            // case. An uppercase iota represents the one below a vowel, which becomes a combining character again.
            let mut upper = char.to_uppercase();
            let first = upper.next().unwrap_or(char);
            let rest = upper.flat_map(|char| match char {
                '\u{399}' => '\u{345}'.to_lowercase(),
                char => char.to_lowercase(),
            });
            return std::iter::once(first).chain(rest).collect();
        }
    };
    one.to_string()
}
