//! Error reporting and recovery.

use bunraku_diag::{Applicability, TextRange, codes};

use super::{Parser, STATEMENT_FUNCTIONS, build::PostNode};
use crate::{SyntaxError, kind::NodeKind, lexer::MAX_ERRORS, token::TokenKind};

impl Parser<'_> {
    /// Reports that the current token is not what the grammar expects. A token is reported once, and an error at the
    /// next token counts as a consequence.
    pub(super) fn expected(&mut self, what: &str) {
        self.expected_with(what, |error| error);
    }

    /// Like [`Parser::expected`], with additional information.
    pub(super) fn expected_with(&mut self, what: &str, more: impl FnOnce(SyntaxError) -> SyntaxError) {
        self.faults += 1;
        let before = std::mem::replace(&mut self.reported_at, self.pos);
        if self.aborted || before == self.pos || before.checked_add(1) == Some(self.pos) {
            return;
        }
        if self.errors.len() >= MAX_ERRORS {
            return self.give_up();
        }
        let message = format!("expected {what}, found {}", self.found());
        let label = if self.at(TokenKind::Eof) { "the file ends here" } else { "not expected here" };
        let error = SyntaxError::new(codes::SYNTAX_ERROR, self.place(), message).label(label);
        self.errors.push(more(error));
    }

    /// The place of an error about the current token. For Puppet, a `<%=` is where the text before it begins.
    fn place(&self) -> TextRange {
        let mut first = self.token();
        while self.at(TokenKind::EppRender)
            && let Some(before) = first.checked_sub(1)
            && let Some(token) = self.tokens.get(before as usize)
            && matches!(token.kind, TokenKind::EppText | TokenKind::EppComment | TokenKind::EppBlank)
        {
            first = before;
        }
        self.token_range(first).cover(self.range())
    }

    /// Reports an error that is not about the current token.
    pub(super) fn report(&mut self, error: SyntaxError) {
        if error.code != codes::ARGUMENTS_WITHOUT_CALL {
            self.faults += 1;
        }
        if self.errors.len() >= MAX_ERRORS {
            self.give_up();
        }
        if !self.aborted {
            self.errors.push(error);
        }
    }

    /// Reports that a comma is missing between the previous token and the current one.
    pub(super) fn missing_comma(&mut self, what: &str, help: &str) {
        let last = self.token_range(self.end_token.saturating_sub(1));
        self.expected_with(what, |error| {
            error.also(last, "a `,` is missing after this").help(help).fix(
                Applicability::Safe,
                "add the comma",
                [(TextRange::at(last.end), ",")],
            )
        });
    }

    /// Consumes a token of this kind, or reports that it is missing.
    pub(super) fn expect(&mut self, kind: TokenKind, what: &str) -> bool {
        let found = self.eat(kind);
        if !found {
            self.expected(what);
        }
        found
    }

    /// Consumes the token that closes what was opened at `open`. Tokens that do not fit before it are skipped.
    pub(super) fn close(&mut self, kind: TokenKind, open: TextRange, what: &str) {
        if self.eat(kind) {
            return;
        }
        let shown = open.of(self.text);
        // A bracket that closes something else ends what is open here, too.
        let at_end = self.at(TokenKind::Eof) || self.starts_other_statement() || closes(self.kind());
        self.expected_with(what, |error| {
            if at_end {
                let help = format!("add the missing {}", kind.shown());
                return error.also(open, format!("this `{shown}` is never closed")).help(help);
            }
            error.also(open, format!("to close this `{shown}`"))
        });
        self.skip_to(|found| found == kind);
        self.eat(kind);
    }

    /// Consumes the token that closes an interpolation or a tag of a template. The lexer guarantees that it exists:
    /// everything before it is skipped, including open brackets.
    pub(super) fn close_pair(&mut self, close: impl Fn(TokenKind) -> bool, open: TextRange, what: &str) {
        if !close(self.kind()) {
            let text = format!("to close this `{}`", open.of(self.text));
            self.expected_with(what, |error| error.also(open, text));
            let mark = self.start();
            let before = self.pos;
            while !close(self.kind()) && !self.at(TokenKind::Eof) {
                self.skip();
            }
            if self.pos > before {
                self.finish(mark, NodeKind::Error);
            }
        }
        if !self.at(TokenKind::Eof) {
            self.bump();
        }
    }

    /// Skips tokens into an `Error` node, up to one that satisfies `stop`, a bracket that closes an enclosing
    /// construct, or a line that starts a statement which cannot be part of this one.
    pub(super) fn skip_to(&mut self, stop: impl Fn(TokenKind) -> bool) {
        let mark = self.start();
        let before = self.pos;
        let mut depth = 0u32;
        loop {
            let kind = self.kind();
            if ends_text(kind) || depth == 0 && stop(kind) {
                break;
            }
            if depth == 0 && self.starts_other_statement() {
                break;
            }
            if opens(kind) {
                depth += 1;
            } else if closes(kind) {
                if depth == 0 {
                    break;
                }
                depth -= 1;
            }
            self.skip();
        }
        if self.pos > before {
            self.finish(mark, NodeKind::Error);
        }
    }

    /// Recovers from an error in a statement: skips to the next line that starts one, or to the end of the block.
    pub(super) fn skip_to_statement(&mut self) {
        let mark = self.start();
        let before = self.pos;
        let mut depth = 0u32;
        loop {
            let kind = self.kind();
            if ends_text(kind) || depth == 0 && kind == TokenKind::RBrace {
                break;
            }
            if depth == 0 && starts_statement(kind) && self.first_on_line() {
                break;
            }
            if opens(kind) {
                depth += 1;
            } else if closes(kind) {
                depth = depth.saturating_sub(1);
            }
            self.skip();
        }
        if self.pos > before {
            self.finish(mark, NodeKind::Error);
        }
    }

    /// Skips the current token, or the whole string or heredoc that starts with it: those have their own order and
    /// closing tokens.
    fn skip(&mut self) {
        match self.kind() {
            TokenKind::QuoteOpen | TokenKind::HeredocTag => {
                self.primary();
            }
            _ => self.bump(),
        }
    }

    /// Whether the last error is at or after the first token of a node: then nothing more is reported about the node.
    pub(super) fn is_reported(&self, node: &PostNode) -> bool {
        self.order.get(self.reported_at).is_some_and(|&token| token >= node.first_token)
    }

    /// Whether a line starts here with something that can hardly be part of a list or a block of attributes, so that a
    /// bracket before it is unclosed.
    pub(super) fn starts_other_statement(&self) -> bool {
        let next = self.peek(1);
        let statement = match self.kind() {
            TokenKind::Variable => next == TokenKind::Assign,
            TokenKind::Name => {
                STATEMENT_FUNCTIONS.contains(&self.range().of(self.text)) && starts_statement(next)
            }
            kind => starts_definition(kind) && !matches!(next, TokenKind::FatArrow | TokenKind::PlusArrow),
        };
        statement && self.first_on_line()
    }

    /// Whether only blanks precede the current token on its line.
    pub(super) fn first_on_line(&self) -> bool {
        let index = self.token() as usize;
        let before = self.tokens.get(..index).unwrap_or_default();
        let start = self.tokens.get(index).map_or(0, |token| token.start as usize);
        match before.last() {
            None => true,
            Some(token) if token.kind == TokenKind::Whitespace => {
                self.text.get(token.start as usize..start).is_some_and(|blanks| blanks.contains('\n'))
                    || before.len() == 1
            }
            Some(token) => token.kind == TokenKind::HeredocEnd,
        }
    }

    /// The name of the current token in a message, with its text where that helps.
    pub(super) fn found(&self) -> String {
        let kind = self.kind();
        let source = self.range().of(self.text);
        let shown = kind.shown();
        match kind {
            TokenKind::Name
            | TokenKind::Word
            | TokenKind::Ref
            | TokenKind::Variable
            | TokenKind::StringVariable
            | TokenKind::Number => {
                let short: String = source.chars().take(40).collect();
                format!("{} `{short}`", shown.replacen("a ", "the ", 1))
            }
            TokenKind::SingleQuoted | TokenKind::DoubleQuoted
                if source.len() <= 40 && !source.contains('\n') =>
            {
                format!("the string {source}")
            }
            _ => shown.to_owned(),
        }
    }
}

/// Drops errors caused by a string, comment or heredoc that extends to the end of the file.
pub(super) fn drop_consequences(errors: &mut Vec<SyntaxError>) {
    let swallowed = errors.iter().filter_map(|error| match error.code {
        codes::UNCLOSED_STRING | codes::UNCLOSED_INTERPOLATION | codes::UNCLOSED_COMMENT => Some(error.rank),
        codes::UNCLOSED_HEREDOC => Some(error.range.start.max(error.rank)),
        _ => None,
    });
    if let Some(from) = swallowed.min() {
        errors.retain(|error| error.code != codes::SYNTAX_ERROR || error.rank < from);
    }
}

/// Whether an expression, and so a statement, may start with a token.
pub(super) fn starts_statement(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(
        kind,
        Name | Word
            | Ref
            | Variable
            | Number
            | SingleQuoted
            | DoubleQuoted
            | QuoteOpen
            | Regexp
            | HeredocTag
            | EppText
            | EppComment
            | EppRender
            | Apply
            | Attr
            | Case
            | Class
            | Default
            | Define
            | False
            | Function
            | If
            | Node
            | Plan
            | Private
            | True
            | Type
            | Undef
            | Unless
            | LParen
            | LineLParen
            | LBracket
            | ListStart
            | LBrace
            | At
            | AtAt
            | Minus
            | Star
            | Bang
    )
}

fn starts_definition(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(kind, Class | Define | Node | Function | Plan | If | Unless | Case)
}

fn opens(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(kind, LParen | LineLParen | LBracket | ListStart | LBrace | SelectorBrace)
}

fn closes(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(kind, RParen | RBracket | RBrace)
}

/// Whether a token ends the file, or code inside a string or a tag of a template: brackets do not extend over it.
pub(super) fn ends_text(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(kind, Eof | InterpolationClose | QuoteClose | HeredocEnd | EppRenderClose | EppRenderCloseTrim)
}
