//! Heredocs: the tag `@(END:syntax/escapes)` where the value is used, and the text on the lines below.

use bunraku_diag::{TextRange, codes, nearest};
use bunraku_edition::{HeredocEmptySegment, HeredocEndLine};

use super::epp::EppMode;
use super::{Lexer, is_blank, is_word_byte, string::TextKind};
use crate::token::TokenKind;

/// How deeply heredocs may be nested inside interpolations of heredocs.
const MAX_DEPTH: u32 = 8;

/// A heredoc: its tag and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heredoc {
    /// The index of the token with the tag.
    pub tag: u32,
    /// The index of the first token of the text, a `HeredocStart`.
    pub first_token: u32,
    /// The index after the last token of the text, a `HeredocEnd`.
    pub end_token: u32,
    /// The lines between the tag's line and the end line.
    pub text: TextRange,
    /// Whether the tag is in double quotes, so that `$x` and `${...}` are interpolated.
    pub interpolates: bool,
    /// The escape sequences that are enabled.
    pub escapes: HeredocEscapes,
    /// The name of the syntax, after the `:`; empty if there is none.
    pub syntax: TextRange,
    /// The indentation before a `|` on the end line, which is removed from each line.
    pub margin: Option<TextRange>,
    /// Whether the end line contains a `-`, which removes the last line break.
    pub trim: bool,
    /// The heredoc whose text contains this one, as an index in the order of the texts.
    pub(crate) outer: Option<u32>,
}

/// Sorts heredocs by where their texts begin, and sets the enclosing one of each.
pub(super) fn nest(heredocs: &mut [Heredoc]) {
    heredocs.sort_unstable_by_key(|heredoc| heredoc.first_token);
    let mut open: Vec<(u32, u32)> = Vec::new();
    for (index, heredoc) in heredocs.iter_mut().enumerate() {
        while open.last().is_some_and(|(_, end)| *end <= heredoc.first_token) {
            open.pop();
        }
        heredoc.outer = open.last().map(|(outer, _)| *outer);
        open.push((index as u32, heredoc.end_token));
    }
}

/// The escape sequences that are enabled in a heredoc.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HeredocEscapes {
    letters: u8,
}

impl HeredocEscapes {
    const LETTERS: &str = "trnsuL$";

    /// Whether the escape sequence with this letter is enabled: one of `t r n s u L $`.
    pub fn has(self, letter: char) -> bool {
        HeredocEscapes::LETTERS.find(letter).is_some_and(|index| self.letters & (1 << index) != 0)
    }

    /// Whether any is enabled; then `\\` is a backslash.
    pub fn any(self) -> bool {
        self.letters != 0
    }
}

/// A tag whose text has not been reached yet.
pub(super) struct Pending {
    token: u32,
    range: TextRange,
    name: String,
    interpolates: bool,
    escapes: HeredocEscapes,
    syntax: TextRange,
}

/// The line that ends a heredoc.
struct EndLine {
    start: usize,
    end: usize,
    margin: Option<TextRange>,
    trim: bool,
}

impl Lexer<'_> {
    /// Lexes `@(...)`.
    pub(super) fn heredoc_tag(&mut self) {
        let start = self.pos;
        let rest = self.text.get(start..self.limit).filter(|_| start < self.no_paren_from);
        let Some(length) = rest.and_then(|rest| rest.find(')')) else {
            if self.limit == self.text.len() {
                self.no_paren_from = self.no_paren_from.min(start);
            }
            let error = self
                .error(
                    codes::INVALID_HEREDOC_TAG,
                    self.range(start, start + 2),
                    "this heredoc tag has no closing `)`",
                )
                .label("opened here")
                .help("write for example `@(END)`");
            self.report(error);
            self.pos = start + 2;
            return self.value(TokenKind::HeredocTag, start);
        };
        let end = start + length + 1;
        self.pos = end;
        self.value(TokenKind::HeredocTag, start);
        match self.parse_tag(start, end) {
            Ok(pending) => self.pending.push(pending),
            Err((range, message, help)) => {
                let error = self.error(codes::INVALID_HEREDOC_TAG, range, message).help(help);
                self.report(error);
                let likely = self.likely_tag(start, end);
                self.pending.extend(likely);
            }
        }
    }

    /// Parses the tag between `@(` and `)`.
    fn parse_tag(&self, start: usize, end: usize) -> Result<Pending, (TextRange, String, &'static str)> {
        const FORM: &str = "the form is `@(END)`, `@(\"END\")`, `@(END:syntax)`, `@(END/escapes)` or a mix";
        let inner = self.text.get(start + 2..end - 1).unwrap_or("");
        let whole = self.range(start, end);
        let malformed = |message: &str| Err((whole, message.to_owned(), FORM));
        if inner.contains(['\n', '\r']) {
            // Puppet looks for a tag anywhere before the `)`: one without an end swallows what follows, up to the next
            // tag, which counts.
            if let Some((before, last)) = inner.rsplit_once("@(")
                && !last.contains(['\n', '\r'])
            {
                return self.parse_tag(start + 2 + before.len(), end);
            }
            // Puppet reads up to the `)` before it reports an error.
            return Err((self.range(end - 1, end), "a heredoc tag must be on one line".to_owned(), FORM));
        }
        let name_length = inner.find([':', '/']).unwrap_or(inner.len());
        let (name, mut rest) = inner.split_at(name_length);
        let mut offset = start + 2 + name_length;
        let mut syntax = TextRange::at(offset as u32);
        if let Some(after) = rest.strip_prefix(':') {
            let trimmed = after.trim_start_matches(is_blank);
            let from = offset + 1 + (after.len() - trimmed.len());
            let length = trimmed
                .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '+'))
                .unwrap_or(trimmed.len());
            let (word, behind) = trimmed.split_at(length);
            if word.len() < 2 || !word.starts_with(|c: char| c.is_ascii_lowercase()) {
                return malformed("the syntax name of a heredoc must have at least two lowercase letters");
            }
            if matches!(self.rules.heredoc_empty_segment, HeredocEmptySegment::Error)
                && word.split('+').any(str::is_empty)
            {
                return malformed("the syntax name of this heredoc has an empty segment");
            }
            syntax = self.range(from, from + length);
            rest = behind.trim_start_matches(is_blank);
            offset = from + length + (behind.len() - rest.len());
        }
        let mut escapes = HeredocEscapes::default();
        if let Some(after) = rest.strip_prefix('/') {
            let length = after
                .find(|c: char| !(c == '$' || u8::try_from(c).is_ok_and(is_word_byte)))
                .unwrap_or(after.len());
            let (letters, behind) = after.split_at(length);
            escapes = self.parse_escapes(letters, offset + 1)?;
            rest = behind.trim_start_matches(is_blank);
        }
        if !rest.is_empty() {
            return malformed(&format!("unexpected `{rest}` in this heredoc tag"));
        }
        if name.is_empty() {
            return malformed("this heredoc tag has no end marker");
        }
        let stripped = strip(name);
        let quoted = stripped.len() >= 2 && stripped.starts_with('"') && stripped.ends_with('"');
        let name = if quoted { strip(stripped.trim_matches('"')) } else { stripped };
        if name.is_empty() {
            return malformed("this heredoc tag has no end marker");
        }
        Ok(Pending {
            token: self.tokens.len() as u32 - 1,
            range: whole,
            name: name.to_owned(),
            interpolates: quoted,
            escapes,
            syntax,
        })
    }

    /// The likely meaning of an invalid tag: if its word ends a line further down, the lines in between are its text
    /// and not lexed as code.
    fn likely_tag(&self, start: usize, end: usize) -> Option<Pending> {
        let inner = self.text.get(start + 2..end - 1)?;
        let word = strip(inner.split([':', '/', '\n']).next()?);
        let name = word.trim_matches('"').trim();
        let next_line = end + self.text.get(end..self.limit)?.find('\n')? + 1;
        if name.is_empty() || inner.contains('\n') || self.find_end_line(next_line, name).is_none() {
            return None;
        }
        Some(Pending {
            token: self.tokens.len() as u32 - 1,
            range: self.range(start, end),
            name: name.to_owned(),
            interpolates: false,
            escapes: HeredocEscapes::default(),
            syntax: TextRange::at(end as u32),
        })
    }

    fn parse_escapes(
        &self,
        letters: &str,
        offset: usize,
    ) -> Result<HeredocEscapes, (TextRange, String, &'static str)> {
        const KNOWN: &str =
            "valid escapes are `t`, `r`, `n`, `s`, `u`, `L` and `$`; a `/` alone turns all of them on";
        let mut escapes = HeredocEscapes::default();
        let list = if letters.is_empty() { HeredocEscapes::LETTERS } else { letters };
        for (index, letter) in list.char_indices() {
            let at = self.range(offset + index, offset + index + 1);
            match HeredocEscapes::LETTERS.find(letter) {
                None => return Err((at, format!("unknown heredoc escape `{letter}`"), KNOWN)),
                Some(bit) if escapes.letters & (1 << bit) != 0 => {
                    return Err((at, format!("duplicate escape `{letter}`"), KNOWN));
                }
                Some(bit) => escapes.letters |= 1 << bit,
            }
        }
        Ok(escapes)
    }

    /// Lexes the texts of the tags on the line that has just ended.
    pub(super) fn heredoc_texts(&mut self) {
        for pending in std::mem::take(&mut self.pending) {
            self.heredoc_text(pending);
        }
        self.line_start = self.pos;
    }

    fn heredoc_text(&mut self, pending: Pending) {
        let start = self.pos;
        let first_token = self.tokens.len() as u32;
        self.push(TokenKind::HeredocStart, start);
        let end_line = self.find_end_line(start, &pending.name).unwrap_or_else(|| {
            let line = self.text.get(start..).and_then(|rest| rest.find('\n')).unwrap_or(self.limit - start);
            let error = self
                .error(
                    codes::UNCLOSED_HEREDOC,
                    self.range(start, start + line),
                    format!("this heredoc is never closed: no line `{}` follows", pending.name),
                )
                .label("the heredoc starts here")
                .also(pending.range, "its tag")
                .rank(pending.range.start)
                .help(self.meant_end(start, &pending.name));
            self.report(error);
            EndLine { start: self.limit, end: self.limit, margin: None, trim: false }
        });
        self.heredoc_pieces(&pending, start, end_line.start);
        // The text is a part of its tag: what may come next depends on the rest of the tag's line.
        self.push(TokenKind::HeredocEnd, end_line.start);
        self.pos = end_line.end;
        self.heredocs.push(Heredoc {
            tag: pending.token,
            first_token,
            end_token: self.tokens.len() as u32,
            text: self.range(start, end_line.start),
            interpolates: pending.interpolates,
            escapes: pending.escapes,
            syntax: pending.syntax,
            margin: end_line.margin,
            trim: end_line.trim,
            outer: None,
        });
    }

    /// Lexes the text of a heredoc. Its interpolations are isolated: brackets, heredocs and preceding tokens have no
    /// effect across the boundary.
    fn heredoc_pieces(&mut self, pending: &Pending, start: usize, end: usize) {
        if !pending.interpolates || self.heredoc_depth >= MAX_DEPTH {
            if start < end {
                self.push(TokenKind::HeredocText, start);
            }
            self.pos = end;
            return;
        }
        let limit = std::mem::replace(&mut self.limit, end);
        let base = std::mem::replace(&mut self.base, self.frames.len());
        let after = self.after.take();
        let epp = std::mem::replace(&mut self.epp, EppMode::None);
        let line_start = self.line_start;
        self.heredoc_depth += 1;
        let kind = TextKind::Heredoc { escapes: pending.escapes.has('$') };
        self.text_from(start, start, kind, pending.range.start as usize);
        self.code();
        self.heredoc_depth -= 1;
        self.line_start = line_start;
        self.epp = epp;
        self.after = after;
        self.base = base;
        self.limit = limit;
        self.pos = end;
    }

    fn find_end_line(&self, start: usize, name: &str) -> Option<EndLine> {
        let mut line_start = start;
        while line_start < self.limit {
            let rest = self.text.get(line_start..self.limit)?;
            let length = rest.find('\n').map_or(rest.len(), |index| index + 1);
            let line = rest.get(..length)?;
            if let Some(end_line) = self.end_line(line_start, line, name) {
                return Some(end_line);
            }
            line_start += length;
        }
        None
    }

    /// The help for a heredoc without an end line: names a line that is almost one.
    fn meant_end(&self, start: usize, name: &str) -> String {
        let rest = self.text.get(start..self.limit).unwrap_or_default();
        let first = self.text.get(..start).unwrap_or_default().matches('\n').count() + 1;
        for (index, line) in rest.lines().enumerate() {
            let number = first + index;
            let words = line.trim_start_matches([' ', '\t', '|', '-']).trim_end();
            let word = words.trim_end_matches([';', ',', ')', '}', ' ']);
            if word == name && words != name {
                let after = words.get(name.len()..).unwrap_or_default().trim();
                return format!(
                    "end it with a line that contains only `{name}`: move `{after}` out of line {number}"
                );
            }
            if nearest(name, [word]).is_some() {
                return format!("line {number} is `{word}`: did you mean `{name}`?");
            }
        }
        format!("end it with a line that contains only `{name}`")
    }

    /// Parses an end line, if it is one: blanks, `|`, blanks, `-`, blanks, the tag, blanks.
    fn end_line(&self, start: usize, line: &str, name: &str) -> Option<EndLine> {
        let content = line.strip_suffix('\n').unwrap_or(line);
        let content = content.strip_suffix('\r').unwrap_or(content);
        let mut before = content.trim_end_matches(is_blank).strip_suffix(name)?;
        let mut trim = false;
        let mut margin = None;
        if let Some(left) = before.trim_end_matches(is_blank).strip_suffix('-') {
            trim = true;
            before = left;
        }
        if let Some(left) = before.trim_end_matches(is_blank).strip_suffix('|') {
            let blanks = left.len() - left.trim_end_matches(is_blank).len();
            margin = Some(self.range(start + left.len() - blanks, start + left.len()));
            before = left;
        }
        let alone = before.trim_end_matches(is_blank).is_empty();
        if !alone && matches!(self.rules.heredoc_end_line, HeredocEndLine::TagAlone) {
            return None;
        }
        Some(EndLine { start, end: start + line.len(), margin, trim })
    }

    /// Reports tags whose text would begin inside the token at `start`, a string or comment that extends over the end
    /// of the tag's line. Puppet uses the lines for both, and then lexes what follows them again.
    pub(super) fn heredocs_inside(&mut self, start: usize) {
        let token = self.text.get(start..self.pos).unwrap_or("");
        let Some(line_end) = token.find('\n').filter(|_| !self.pending.is_empty()) else { return };
        let mut pos = start + line_end + 1;
        for pending in std::mem::take(&mut self.pending) {
            let place = self.find_end_line(pos, &pending.name).map_or(pos, |end_line| end_line.end);
            pos = place;
            let error = self
                .error(
                    codes::UNCLOSED_HEREDOC,
                    self.range(place, place),
                    "the content of this heredoc would start inside a string or comment",
                )
                .label("the heredoc would end before this")
                .also(pending.range, "its tag")
                .also(self.range(start, start + line_end), "this continues past the end of the tag's line")
                .rank(place as u32)
                .help("assign the heredoc to a variable first");
            self.report(error);
        }
    }

    /// Reports tags on the last line, which have no text.
    pub(super) fn heredocs_without_text(&mut self) {
        for pending in std::mem::take(&mut self.pending) {
            let error = self
                .error(codes::UNCLOSED_HEREDOC, pending.range, "this heredoc has no content")
                .label("this is the last line")
                .help(format!(
                    "put the content on the next lines and end it with the line `{}`",
                    pending.name
                ));
            self.report(error);
        }
    }
}

/// Like Ruby's `strip`: removes ASCII whitespace, and at the end also NUL.
fn strip(text: &str) -> &str {
    let blank = |c: char| matches!(c, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r');
    text.trim_start_matches(blank).trim_end_matches(|c: char| blank(c) || c == '\0')
}
