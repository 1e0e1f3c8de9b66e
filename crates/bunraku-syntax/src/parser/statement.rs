//! Statements: the file as a whole, blocks, and calls without parentheses.

use bunraku_diag::{Applicability, TextRange, codes};
use bunraku_edition::BareCallWithArray;

use super::{
    Mark, Parser,
    recover::{ends_text, starts_statement},
};
use crate::{SourceKind, SyntaxError, kind::NodeKind, lexer::MAX_ERRORS, token::TokenKind};

/// The functions that may be called without parentheses.
pub const STATEMENT_FUNCTIONS: [&str; 15] = [
    "break", "contain", "debug", "err", "fail", "import", "include", "info", "next", "notice", "realize",
    "require", "return", "tag", "warning",
];

impl Parser<'_> {
    pub(super) fn root(&mut self, kind: SourceKind) {
        let mark = Mark { nodes: 0, token: 0 };
        if kind == SourceKind::Template && self.at(TokenKind::Pipe) {
            let mark = self.start();
            self.parameters_between_pipes();
            self.finish(mark, NodeKind::EppParameters);
        }
        loop {
            self.statements();
            if self.at(TokenKind::Eof) {
                break;
            }
            self.expected_with("a statement", |error| {
                error.help("this `}` has no matching `{`: remove it, or add the missing `{`")
            });
            self.leaf(NodeKind::Error);
        }
        self.end_token = self.tokens.len().saturating_sub(1) as u32;
        self.finish(mark, NodeKind::Root);
    }

    /// `{ statements }`.
    pub(super) fn block(&mut self, after: &str) {
        let mark = self.start();
        let open = self.range();
        if !self.at(TokenKind::LBrace) && !self.at(TokenKind::SelectorBrace) {
            self.expected_with(&format!("`{{` after {after}"), |error| match error.help {
                Some(_) => error,
                None => error.help(crate::hints::BLOCK),
            });
            return self.finish(mark, NodeKind::Block);
        }
        self.bump();
        self.statements();
        self.close(TokenKind::RBrace, open, "a statement or `}`");
        self.finish(mark, NodeKind::Block);
    }

    /// Statements up to a `}` or the end of the file.
    fn statements(&mut self) {
        let first_error = self.errors.len();
        loop {
            let kind = self.kind();
            if kind == TokenKind::RBrace || ends_text(kind) {
                break;
            }
            let faults = self.faults;
            let before = self.pos;
            if self.errors.len() >= MAX_ERRORS {
                self.give_up();
                break;
            }
            if starts_statement(kind) {
                self.statement();
            } else {
                self.unexpected_statement();
            }
            let whole = self.faults == faults;
            if whole && !starts_statement(self.kind()) && !self.at(TokenKind::Semicolon) {
                self.settle_lists(first_error);
            }
            if self.pos == before {
                // Nothing was consumed, so the token itself is the problem. It may have been reported before.
                self.leaf(NodeKind::Error);
                self.skip_to_statement();
            } else if !whole {
                self.skip_to_statement();
            }
            let semicolon = self.range();
            if self.eat(TokenKind::Semicolon) && !starts_statement(self.kind()) && !self.aborted {
                self.expected_with("a statement after `;`", |error| {
                    error.help("a semicolon goes between two statements: remove it").fix(
                        Applicability::Safe,
                        "remove the semicolon",
                        [(semicolon, "")],
                    )
                });
            }
        }
        self.settle_lists(first_error);
    }

    /// Puppet looks for lists without a call after all statements of a block have been read: at its end, or at a token
    /// that cannot follow any of them.
    fn settle_lists(&mut self, first_error: usize) {
        let end = self.range().start;
        for error in self.errors.iter_mut().skip(first_error) {
            if error.code == codes::ARGUMENTS_WITHOUT_CALL && error.rank == error.range.start {
                error.rank = end;
            }
        }
    }

    fn statement(&mut self) {
        let mark = self.start();
        self.assignment();
        if self.takes_arguments(mark) {
            self.eat(TokenKind::Semicolon);
            self.assignment();
            while self.eat(TokenKind::Comma) {
                self.assignment();
            }
            return self.finish(mark, NodeKind::StatementCall);
        }
        if self.at(TokenKind::Comma) {
            self.list_without_call();
        }
    }

    /// Whether the name of a function that takes what follows as arguments was parsed since `mark`.
    fn takes_arguments(&self, mark: Mark) -> bool {
        let Some(top) = self.top() else { return false };
        if top.kind != NodeKind::Name || self.nodes.len() as u32 != mark.nodes + 1 {
            return false;
        }
        let name = self.node_range(top).of(self.text);
        if STATEMENT_FUNCTIONS.contains(&name) {
            // Not even a semicolon separates a name from its arguments.
            return match self.kind() {
                TokenKind::Semicolon => starts_statement(self.peek(1)),
                kind => starts_statement(kind),
            };
        }
        match self.rules.bare_call_with_array {
            BareCallWithArray::StatementFunctions => false,
            BareCallWithArray::AnyFunction => self.at(TokenKind::ListStart),
        }
    }

    /// `1, 2` without a call.
    fn list_without_call(&mut self) {
        let comma = self.range();
        // The list starts with the statement before the comma; the name of a function may precede that.
        let called = self.top().and_then(|top| {
            let before = self.nodes.len().checked_sub(top.size as usize + 1)?;
            let name = self.nodes.get(before)?;
            let called = name.kind == NodeKind::Name && name.end_token <= top.first_token;
            called.then(|| (self.node_range(name), self.node_range(top)))
        });
        let error = SyntaxError::new(
            codes::ARGUMENTS_WITHOUT_CALL,
            comma,
            "unexpected comma: this list of values is not passed to any function",
        )
        .label("a list of values is not a statement");
        let error = match called {
            Some((name, _)) => {
                let name_text = name.of(self.text);
                error
                    .also(name, "this function needs parentheses")
                    .help(format!("write `{name_text}(...)` with the arguments in parentheses"))
            }
            None if self.top().is_some_and(|top| top.kind == NodeKind::Variable) => {
                error.help("remove the comma; several variables are assigned as in `[$a, $b] = [1, 2]`")
            }
            None => match self.decimal_comma(comma) {
                Some(number) => error.help(format!("write a point in a decimal number: `{number}`")),
                None => error.help("remove the comma, or put the values in an array: `[1, 2]`"),
            },
        };
        while self.eat(TokenKind::Comma) {
            if !starts_statement(self.kind()) {
                // The list is never finished, which Puppet finds first.
                return self.expected("a value after `,`");
            }
            self.assignment();
        }
        self.report(match called {
            Some((name, first)) => self.with_parentheses(error, name, first),
            None => error,
        });
    }

    /// The number that is meant by `1,5`, which has no space around its comma.
    fn decimal_comma(&self, comma: TextRange) -> Option<String> {
        let (before, after) = (self.text.get(..comma.start as usize)?, self.text.get(comma.end as usize..)?);
        let is_digit = |c: char| c.is_ascii_digit();
        let whole = before.get(before.trim_end_matches(is_digit).len()..)?;
        let fraction = after.get(..after.len() - after.trim_start_matches(is_digit).len())?;
        (!whole.is_empty() && !fraction.is_empty()).then(|| format!("{whole}.{fraction}"))
    }

    /// Adds the fix that puts the arguments, which end here, in parentheses.
    fn with_parentheses(&self, error: SyntaxError, name: TextRange, first: TextRange) -> SyntaxError {
        let blanks = TextRange::new(name.end, first.start);
        let end = self.token_range(self.end_token.saturating_sub(1)).end;
        // A name on another line was hardly meant to be called.
        if !blanks.of(self.text).chars().all(|c| matches!(c, ' ' | '\t')) {
            return error;
        }
        let edits = [(blanks, "("), (TextRange::at(end), ")")];
        error.fix(Applicability::Unsafe, "put the arguments in parentheses", edits)
    }

    fn unexpected_statement(&mut self) {
        match self.kind() {
            TokenKind::Else | TokenKind::Elsif => {
                self.expected_with("a statement", |error| {
                    error.help("there is no `if` block right before it")
                });
            }
            TokenKind::FatArrow => {
                self.expected_with("a statement", |error| {
                    error
                        .help("attributes go inside the braces of a resource, entries inside those of a hash")
                });
            }
            TokenKind::Colon => {
                self.expected_with("a statement", |error| {
                    error.help("a `:` follows the title of a resource or an option of a `case`")
                });
            }
            _ => self.expected("a statement"),
        }
    }
}
