//! The values of literals: escapes, margins and trimming.
//!
//! The tree keeps the source unchanged; these functions compute the values of its pieces.

mod numbers;

use std::borrow::Cow;

use bunraku_diag::TextRange;
use bunraku_edition::{
    BackslashByNumber, EscapedApostrophe, EscapedLineEnd, HeredocShortMargin, HeredocTrim, SyntaxRules,
    UnknownEscape,
};

use crate::lexer::{Heredoc, HeredocEscapes, is_blank, unicode_escape};

/// The value of a single-quoted string, given with its quotes.
pub fn single_quoted(raw: &str) -> Cow<'_, str> {
    let raw = unquoted(raw, '\'');
    if !raw.contains('\\') {
        return Cow::Borrowed(raw);
    }
    let mut value = String::with_capacity(raw.len());
    let mut characters = raw.chars().peekable();
    while let Some(character) = characters.next() {
        match characters.peek() {
            Some(&next @ ('\\' | '\'')) if character == '\\' => {
                characters.next();
                value.push(next);
            }
            _ => value.push(character),
        }
    }
    Cow::Owned(value)
}

/// The value of a double-quoted string without interpolation, given with its quotes.
pub fn double_quoted<'s>(raw: &'s str, rules: &SyntaxRules) -> Cow<'s, str> {
    quoted_text(unquoted(raw, '"'), rules)
}

/// The value of a piece of text between double quotes.
pub fn quoted_text<'s>(raw: &'s str, rules: &SyntaxRules) -> Cow<'s, str> {
    unescape_if(raw, true, rules, &|escape| quoted_escape(escape, rules))
}

/// The invalid escape sequences in a piece of text between double quotes, which deserve a warning, as ranges within it.
pub fn unknown_escapes(raw: &str, rules: &SyntaxRules) -> Vec<TextRange> {
    if matches!(rules.unknown_escape, UnknownEscape::Silent) || !raw.contains('\\') {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut pos = 0;
    while let Some(at) = raw.get(pos..).and_then(|rest| rest.find('\\')).map(|at| pos + at) {
        let escape = Escape::at(raw, at);
        pos = at + 1 + escape.length.max(1);
        let known = match escape.text {
            "u" => unicode_escape(raw.as_bytes(), at + 2, raw.len()).is_some(),
            _ => quoted_escape(escape.text, rules).is_some(),
        };
        if !known && !escape.text.is_empty() {
            found.push(TextRange::new(at as u32, pos as u32));
        }
    }
    found
}

/// The value of the piece `range` of a heredoc's text.
pub fn heredoc_text<'s>(
    text: &'s str,
    heredoc: &Heredoc,
    range: TextRange,
    rules: &SyntaxRules,
) -> Cow<'s, str> {
    let raw = range.of(text);
    let margin = heredoc.margin.map_or("", |margin| margin.of(text));
    let mut value = if margin.is_empty() {
        Cow::Borrowed(raw)
    } else {
        Cow::Owned(without_margin(raw, margin, starts_line(text, range.start), rules))
    };
    if heredoc.trim && range.end == heredoc.text.end {
        value = match value {
            Cow::Borrowed(value) => Cow::Borrowed(trimmed(value, rules)),
            Cow::Owned(value) => Cow::Owned(trimmed(&value, rules).to_owned()),
        };
    }
    if !heredoc.escapes.any() {
        return value;
    }
    let escapes = heredoc.escapes;
    let escape = |escape: &str| heredoc_escape(escape, escapes);
    match value {
        Cow::Borrowed(value) => unescape_if(value, escapes.has('u'), rules, &escape),
        Cow::Owned(value) => Cow::Owned(unescape_if(&value, escapes.has('u'), rules, &escape).into_owned()),
    }
}

/// The value of the text of a template between two tags, including comments.
///
/// `trim_start` means that the tag before it is `-%>`, `trim_end` that the tag after it is `<%-`.
pub fn template_text(raw: &str, trim_start: bool, trim_end: bool) -> String {
    let mut value = String::with_capacity(raw.len());
    let mut rest = raw;
    let mut trim = trim_start;
    loop {
        let at = rest.find("<%").unwrap_or(rest.len());
        let (piece, tag) = rest.split_at(at);
        let piece = if trim { after_trim(piece) } else { piece };
        value.push_str(&piece.replace("%%>", "%>"));
        trim = false;
        if let Some(literal) = tag.strip_prefix("<%%") {
            value.push_str("<%");
            rest = literal;
        } else if let Some(comment) = tag.strip_prefix("<%") {
            let end = template_comment_end(comment);
            let (comment, behind) = comment.split_at(end);
            if comment.as_bytes().get(1) == Some(&b'-') {
                value.truncate(value.trim_end_matches([' ', '\t']).len());
            }
            trim = comment.ends_with("-%>");
            rest = behind;
        } else {
            break;
        }
    }
    if trim_end {
        value.truncate(value.trim_end_matches([' ', '\t']).len());
    }
    value
}

/// The end of a template comment whose text starts with the `#`: after the first `%>` that is not `%%>`.
pub(crate) fn template_comment_end(text: &str) -> usize {
    find_template_comment_end(text).unwrap_or(text.len())
}

/// Like [`template_comment_end`], if there is one.
pub(crate) fn find_template_comment_end(text: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + text.get(from..)?.find("%>")?;
        if at > 0 && !text.get(..at)?.ends_with('%') {
            return Some(at + 2);
        }
        from = at + 2;
    }
}

/// The pattern of a regular expression literal, given with its slashes.
pub fn regexp_source(raw: &str) -> Cow<'_, str> {
    let inner = raw.strip_prefix('/').unwrap_or(raw);
    let inner = inner.strip_suffix('/').unwrap_or(inner);
    if inner.contains("\\/") { Cow::Owned(inner.replace("\\/", "/")) } else { Cow::Borrowed(inner) }
}

fn unquoted(raw: &str, quote: char) -> &str {
    let raw = raw.strip_prefix(quote).unwrap_or(raw);
    raw.strip_suffix(quote).unwrap_or(raw)
}

/// What follows a backslash: one character, or a line break of one or two.
struct Escape<'s> {
    text: &'s str,
    length: usize,
}

impl Escape<'_> {
    fn at(raw: &str, backslash: usize) -> Escape<'_> {
        let rest = raw.get(backslash + 1..).unwrap_or("");
        let length = match rest.chars().next() {
            None => 0,
            Some('\r') if rest.starts_with("\r\n") => 2,
            // A carriage return alone is not a line break and cannot be escaped.
            Some('\r') => 0,
            Some(character) => character.len_utf8(),
        };
        Escape { text: rest.get(..length).unwrap_or(""), length }
    }
}

fn quoted_escape(escape: &str, rules: &SyntaxRules) -> Option<&'static str> {
    Some(match escape {
        "\\" => "\\",
        "\"" => "\"",
        "$" => "$",
        "r" => "\r",
        "n" => "\n",
        "t" => "\t",
        "s" => " ",
        "'" if matches!(rules.escaped_apostrophe, EscapedApostrophe::Apostrophe) => "'",
        "\n" | "\r\n" if matches!(rules.escaped_line_end, EscapedLineEnd::Removed) => "",
        _ => return None,
    })
}

fn heredoc_escape(escape: &str, escapes: HeredocEscapes) -> Option<&'static str> {
    Some(match escape {
        "\\" => "\\",
        "$" if escapes.has('$') => "$",
        "r" if escapes.has('r') => "\r",
        "n" if escapes.has('n') => "\n",
        "t" if escapes.has('t') => "\t",
        "s" if escapes.has('s') => " ",
        "\n" | "\r\n" if escapes.has('L') => "",
        _ => return None,
    })
}

/// In Puppet, `\u` escapes are resolved first, and the result may form other sequences: `"\u005cn"` is a line break,
/// because a backslash and an `n` remain (see [`numbers`]). In the edition `spec`, each sequence is resolved once.
fn unescape_if<'s>(
    raw: &'s str,
    unicode: bool,
    rules: &SyntaxRules,
    meaning: &dyn Fn(&str) -> Option<&'static str>,
) -> Cow<'s, str> {
    if !raw.contains('\\') {
        return Cow::Borrowed(raw);
    }
    let mut text = Cow::Borrowed(raw);
    let numbers_first = matches!(rules.backslash_by_number, BackslashByNumber::Escapes);
    if unicode && numbers_first && raw.contains("\\u") {
        text = numbers::resolve(raw);
    }
    let mut value = String::with_capacity(text.len());
    let mut pos = 0;
    while let Some(at) = text.get(pos..).and_then(|rest| rest.find('\\')).map(|at| pos + at) {
        value.push_str(text.get(pos..at).unwrap_or(""));
        let escape = Escape::at(&text, at);
        if unicode
            && !numbers_first
            && escape.text == "u"
            && let Some((number, end)) = unicode_escape(text.as_bytes(), at + 2, text.len())
        {
            // A number that is not a character is an error that the lexer has reported.
            value.push(char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER));
            pos = end;
            continue;
        }
        match meaning(escape.text) {
            Some(replacement) => value.push_str(replacement),
            None => {
                value.push('\\');
                value.push_str(escape.text);
            }
        }
        pos = at + 1 + escape.length;
    }
    value.push_str(text.get(pos..).unwrap_or(""));
    Cow::Owned(value)
}

fn starts_line(text: &str, offset: u32) -> bool {
    offset == 0 || text.as_bytes().get(offset as usize - 1) == Some(&b'\n')
}

fn without_margin(raw: &str, margin: &str, first_starts_line: bool, rules: &SyntaxRules) -> String {
    let mut value = String::with_capacity(raw.len());
    for (index, line) in raw.split_inclusive('\n').enumerate() {
        if index == 0 && !first_starts_line {
            value.push_str(line);
            continue;
        }
        match (line.strip_prefix(margin), rules.heredoc_short_margin) {
            (Some(rest), _) => value.push_str(rest),
            (None, HeredocShortMargin::Untouched) => value.push_str(line),
            (None, HeredocShortMargin::BlanksRemoved) => {
                let common = line.bytes().zip(margin.bytes()).take_while(|(a, b)| a == b).count();
                value.push_str(line.get(common..).unwrap_or(line));
            }
        }
    }
    value
}

fn trimmed<'s>(value: &'s str, rules: &SyntaxRules) -> &'s str {
    match rules.heredoc_trim {
        HeredocTrim::LineEnd => {
            let Some(value) = value.strip_suffix('\n') else { return value };
            value.strip_suffix('\r').unwrap_or(value)
        }
        HeredocTrim::AllTrailingBlanks => {
            let value = value.strip_suffix('\n').unwrap_or(value);
            value.trim_end_matches(|character| character == '\r' || is_blank(character))
        }
    }
}

/// The piece after a `-%>`: without leading blanks and one line break.
fn after_trim(piece: &str) -> &str {
    let piece = piece.trim_start_matches([' ', '\t']);
    let without_return = piece.strip_prefix('\r').unwrap_or(piece);
    without_return.strip_prefix('\n').unwrap_or(without_return)
}
