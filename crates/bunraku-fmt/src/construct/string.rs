//! Strings: single quotes unless double ones are required, and `${...}` around variables.

use bunraku_syntax::ast::{InterpolatedString, Interpolation, Piece, Variable, View};
use bunraku_syntax::{NodeKind, Syntax, TokenKind};

use crate::formatter::Formatter;

impl<'s> Formatter<'s> {
    /// A string of a single token.
    pub(crate) fn string(&mut self, node: Syntax<'s>) {
        let (token, _) = node.tokens();
        self.flush(token);
        let string = self.token_text(token);
        let inner = string.strip_prefix('"').and_then(|string| string.strip_suffix('"'));
        match inner.filter(|inner| !inner.contains(['\\', '\'', '"'])) {
            Some(inner) => self.doc.text(format!("'{inner}'")),
            None => self.doc.text(string),
        }
    }

    /// A string with interpolation, as one text: no line breaks are added.
    pub(crate) fn interpolated_string(&mut self, node: Syntax<'s>) {
        let (first, end) = node.tokens();
        self.flush(first);
        let Some(string) = InterpolatedString::cast(node) else { return };
        let mut text = String::from("\"");
        for piece in string.pieces() {
            match piece {
                Piece::Text(piece) => text.push_str(piece.text()),
                Piece::Value(value) => self.piece(value, &mut text),
            }
        }
        text.push('"');
        self.trivia.skip(end);
        self.doc.text(text);
        let heredocs = self.tree.heredocs().iter().filter(|heredoc| (first..end).contains(&heredoc.tag));
        heredocs.for_each(|heredoc| self.heredoc_lines(heredoc, None));
    }

    fn piece(&mut self, value: Syntax<'s>, text: &mut String) {
        let bare = match value.kind() {
            NodeKind::Variable => Variable::cast(value),
            _ => Interpolation::cast(value).and_then(|part| part.operand()).and_then(Variable::cast),
        };
        match bare.filter(|variable| !self.has_comments_in(value) && can_be_bare(variable.name())) {
            Some(variable) => {
                text.push_str("${");
                text.push_str(variable.name());
                text.push('}');
            }
            None => match self.interpolation(value) {
                Some(code) => text.push_str(&code),
                None => text.push_str(value.text()),
            },
        }
    }

    pub(crate) fn has_comments_in(&self, node: Syntax<'s>) -> bool {
        let (first, end) = node.tokens();
        !self.trivia.between(first, end).is_empty()
    }
}

/// Whether `${name}` is the variable of that name. Keywords are, except for those that are values, and for those that only plans
/// have.
fn can_be_bare(name: &str) -> bool {
    let segment = |segment: &str| {
        segment.starts_with(|first: char| first.is_ascii_lowercase() || first == '_')
            && segment.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    let plain = name.strip_prefix("::").unwrap_or(name).split("::").all(segment);
    let reserved = [TokenKind::True, TokenKind::False, TokenKind::Plan, TokenKind::Apply];
    let is_reserved = TokenKind::keyword(name).is_some_and(|keyword| reserved.contains(&keyword));
    (number && (name == "0" || !name.starts_with('0'))) || plain && !is_reserved
}
