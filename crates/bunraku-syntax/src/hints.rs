//! Hints for syntax errors that are far from their cause: a brace or quote that was opened lines above, a merge
//! conflict, a word of another language.
//!
//! Errors stay where Puppet reports them. A hint adds the place of the cause and how to fix it, and removes errors that
//! are mere consequences. This code does not run for files without errors.

mod condition;
mod conflict;
mod definition;
mod indentation;
mod language;
mod quote;
mod resource;
mod start;
mod unquoted;

use bunraku_diag::{TextRange, codes};

use crate::{SourceKind, SyntaxError, token::Token, token::TokenKind};

/// The help if a block is expected, unless the surrounding tokens suggest something more specific.
pub(crate) const BLOCK: &str = "write the statements between `{` and `}`";

/// Adds hints to errors, which are sorted by rank.
pub(crate) fn add(text: &str, kind: SourceKind, tokens: &[Token], errors: &mut Vec<SyntaxError>) {
    if errors.is_empty() {
        return;
    }
    let code = Code { text, tokens };
    if conflict::explain(&code, errors) {
        return;
    }
    drop_after_unknown(&code, errors);
    drop_consequences(&code, errors);
    if !quote::explain(&code, errors) {
        indentation::explain(&code, errors);
        condition::explain(&code, errors);
    }
    definition::drop_after_open_pattern(&code, errors);
    definition::drop_after_double_question(&code, errors);
    definition::drop_in_block(&code, errors);
    language::explain(&code, kind, errors);
}

/// A text with its tokens.
struct Code<'t> {
    text: &'t str,
    tokens: &'t [Token],
}

impl<'t> Code<'t> {
    fn range(&self, index: usize) -> TextRange {
        let start = |at: usize| self.tokens.get(at).map_or(self.text.len() as u32, |token| token.start);
        TextRange::new(start(index), start(index + 1))
    }

    /// The index of the token at an offset.
    fn token_at(&self, offset: u32) -> usize {
        self.tokens.partition_point(|token| token.start <= offset).saturating_sub(1)
    }

    /// The tokens before a token, nearest first, without whitespace and comments.
    fn before(&self, index: usize) -> impl Iterator<Item = (usize, TokenKind)> + '_ {
        let tokens = self.tokens.get(..index).unwrap_or_default();
        tokens
            .iter()
            .enumerate()
            .rev()
            .map(|(at, token)| (at, token.kind))
            .filter(|(_, kind)| !kind.is_trivia())
    }

    /// The tokens after a token, without whitespace and comments.
    fn after(&self, index: usize) -> impl Iterator<Item = (usize, TokenKind)> + '_ {
        let tokens = self.tokens.iter().enumerate().skip(index + 1);
        tokens.map(|(at, token)| (at, token.kind)).filter(|(_, kind)| !kind.is_trivia())
    }

    /// The first token on the line of a token.
    fn first_on_line(&self, index: usize) -> Option<TokenKind> {
        let start = self.line_start(self.range(index).start);
        let on_line = |at: &(usize, TokenKind)| self.range(at.0).start as usize >= start;
        self.before(index).take_while(on_line).last().map(|(_, kind)| kind)
    }

    /// The innermost bracket that is open at a token.
    fn open_bracket(&self, index: usize) -> Option<TokenKind> {
        self.opening(index).map(|(_, kind)| kind)
    }

    /// The innermost bracket that is open at a token, and its index.
    fn opening(&self, index: usize) -> Option<(usize, TokenKind)> {
        self.openings(index).next()
    }

    /// The brackets that are open at a token, with their indexes, from the inside out.
    fn openings(&self, index: usize) -> impl Iterator<Item = (usize, TokenKind)> + '_ {
        let mut closed = 0usize;
        self.before(index).filter_map(move |(at, kind)| {
            let bracket = match kind {
                TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace => {
                    closed += 1;
                    return None;
                }
                TokenKind::LineLParen => TokenKind::LParen,
                TokenKind::ListStart => TokenKind::LBracket,
                TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace | TokenKind::SelectorBrace => {
                    kind
                }
                _ => return None,
            };
            match closed.checked_sub(1) {
                Some(rest) => closed = rest,
                None => return Some((at, bracket)),
            }
            None
        })
    }

    /// The number of a line, starting from one.
    fn line(&self, offset: u32) -> usize {
        let before = self.text.as_bytes().get(..offset as usize).unwrap_or_default();
        before.iter().filter(|&&byte| byte == b'\n').count() + 1
    }

    /// The offset of a line, which is numbered from one.
    fn start_of_line(&self, line: usize) -> usize {
        let mut ends = self.text.match_indices('\n').map(|(end, _)| end + 1);
        if line < 2 { 0 } else { ends.nth(line - 2).unwrap_or(self.text.len()) }
    }

    /// The indentation of the line at an offset; a tab counts as one column.
    fn indentation(&self, offset: u32) -> usize {
        let start = self.line_start(offset);
        let line = self.text.get(start..).unwrap_or_default();
        line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
    }

    fn line_start(&self, offset: u32) -> usize {
        let before = self.text.get(..offset as usize).unwrap_or_default();
        before.rfind('\n').map_or(0, |at| at + 1)
    }
}

/// Drops syntax errors at a name that is reported as invalid, and those after the tag of a heredoc that is never closed.
fn drop_consequences(code: &Code<'_>, errors: &mut Vec<SyntaxError>) {
    let invalid: Vec<TextRange> =
        errors.iter().filter(|error| error.code == codes::INVALID_NAME).map(|error| error.range).collect();
    errors.retain(|error| error.code != codes::SYNTAX_ERROR || !invalid.contains(&error.range));
    let tag = errors.iter().find(|error| {
        error.code == codes::INVALID_HEREDOC_TAG && error.range.of(code.text).trim_end() == "@("
    });
    if let Some(start) = tag.map(|error| error.range.start) {
        errors.retain(|error| error.range.start <= start);
    }
}

/// After a character that is not part of the language, the rest of its line makes little sense: other errors there are
/// most often consequences.
fn drop_after_unknown(code: &Code<'_>, errors: &mut Vec<SyntaxError>) {
    let unknown = errors.iter().filter(|error| error.code == codes::UNKNOWN_CHARACTER);
    let places: Vec<(usize, u32)> =
        unknown.map(|error| (code.line(error.range.start), error.range.start)).collect();
    let caused = |error: &SyntaxError| {
        let line = code.line(error.range.start);
        places.iter().any(|&(at, start)| at == line && start < error.range.start)
    };
    // The closing one of a pair of typographic quotes is not reported separately.
    let quote = |error: &SyntaxError| {
        matches!(error.range.of(code.text), "\u{2018}" | "\u{2019}" | "\u{201c}" | "\u{201d}")
    };
    errors.retain(|error| {
        let dropped =
            error.code == codes::SYNTAX_ERROR || error.code == codes::UNKNOWN_CHARACTER && quote(error);
        !dropped || !caused(error)
    });
}
