//! The style that Psych prefers for a string, so that it is read as a string again.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use bunraku_regexp::Regexp;

use super::{Scalar, Style};

impl Scalar {
    /// A scalar that only has its meaning without quotes: a number, `true`, a symbol.
    pub fn plain(text: String) -> Scalar {
        Scalar { text, style: Style::Plain, tag: None, quoted_tag: Some("!") }
    }

    /// Null, which is written as an empty scalar.
    pub fn null() -> Scalar {
        Scalar { text: String::new(), style: Style::Plain, tag: None, quoted_tag: Some("!!null") }
    }

    /// A scalar that always has a tag.
    pub fn tagged(tag: &'static str, text: String, style: Style) -> Scalar {
        Scalar { text, style, tag: Some(tag), quoted_tag: None }
    }

    /// A string in the style that Psych prefers. Text longer than the width is folded.
    pub fn string(text: &str, width: Option<usize>) -> Scalar {
        string(text, width)
    }
}

fn string(string: &str, width: Option<usize>) -> Scalar {
    // A line break that is not the last one; an empty line at the end does not count.
    let inner_break = string
        .match_indices('\n')
        .any(|(index, _)| !matches!(string.get(index + 1..), None | Some("" | "\n")));
    let (style, tag) = if inner_break {
        (Style::Literal, None)
    } else if string == "<<" {
        (Style::SingleQuoted, Some("!!str"))
    } else if string == "y" || string == "n" {
        (Style::DoubleQuoted, None)
    } else if width.is_some_and(|width| string.chars().count() > width) {
        (Style::Folded, None)
    } else if matches("^[^[:word:]][^\"]*$", string) {
        (Style::DoubleQuoted, None)
    } else if is_other_scalar(string) || matches(r"\A0[0-7]*[89]", string) {
        (Style::SingleQuoted, None)
    } else {
        (Style::Plain, None)
    };
    Scalar { text: string.to_owned(), style, tag, quoted_tag: None }
}

/// Whether a plain scalar would be read as something other than a string.
fn is_other_scalar(string: &str) -> bool {
    const WORD: &str = r"^[^\d.:-]?[[:alpha:]_\s!@#$%\^&*(){}<>|/\\~;=]+";
    const TIME: &str = r"^-?\d{4}-\d{1,2}-\d{1,2}(?:[Tt]|\s+)\d{1,2}:\d\d:\d\d(?:\.\d*)?(?:\s*(?:Z|[-+]\d{1,2}:?(?:\d\d)?))?$";
    const DATE: &str = r"^\d{4}-(?:1[012]|0\d|\d)-(?:[12]\d|3[01]|0\d|\d)$";
    const FLOAT: &str = r"^(?:[-+]?([0-9][0-9_,]*)?\.[0-9]*([eE][-+][0-9]+)?)$";
    const INTEGER: &str = r"^(?:[-+]?0b[0-1_,]+|[-+]?0[0-7_,]+|[-+]?(?:0|[1-9](?:[0-9]|,[0-9]|_[0-9])*)|[-+]?0x[0-9a-fA-F_,]+)$";
    const SEXAGESIMAL: &str = r"^[-+]?[0-9][0-9_]*(:[0-5]?[0-9]){1,2}(\.[0-9_]*)?$";
    if string.is_empty() {
        return true;
    }
    if matches(WORD, string) || string.contains('\n') {
        if string.chars().count() > 5 || matches("^(?i)[^ytonf~]", string) {
            return false;
        }
        return string == "~" || matches("(?i)^(null|yes|true|on|no|false|off)$", string);
    }
    if matches(TIME, string) {
        return is_date(string.get(..10).unwrap_or(string));
    }
    if matches(DATE, string) {
        return is_date(string);
    }
    if matches(r"(?i)^([-+]?\.inf|\.nan)$", string) || matches("^:.", string) {
        return true;
    }
    if matches(FLOAT, string) {
        return !matches(r"\A[-+]?\.\Z", string);
    }
    matches(SEXAGESIMAL, string) || matches(INTEGER, string)
}

/// Whether such a day exists.
fn is_date(text: &str) -> bool {
    let numbers: Vec<u32> = text.splitn(3, '-').filter_map(|part| part.trim().parse().ok()).collect();
    let [year, month, day] = numbers.as_slice() else { return true };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(day)
}

/// Whether a pattern matches; each pattern is compiled once.
fn matches(pattern: &'static str, text: &str) -> bool {
    static KNOWN: LazyLock<RwLock<HashMap<&'static str, Arc<Regexp>>>> = LazyLock::new(RwLock::default);
    let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner).get(pattern).cloned();
    let regexp = known.or_else(|| {
        let regexp = Arc::new(Regexp::new(pattern).ok()?);
        KNOWN.write().unwrap_or_else(PoisonError::into_inner).insert(pattern, Arc::clone(&regexp));
        Some(regexp)
    });
    regexp.is_some_and(|regexp| regexp.is_match(text).unwrap_or(false))
}
