//! Expressions: operators by precedence, and what follows a value.

use bunraku_diag::{Applicability, codes};

use super::{Mark, Parser, call::TrailingComma, recover::starts_statement};
use crate::{
    SyntaxError,
    kind::NodeKind,
    token::TokenKind::{self, *},
};

/// Binding powers. Operators of the same level are left-associative.
mod binding {
    pub(super) const OR: u8 = 1;
    pub(super) const AND: u8 = 2;
    pub(super) const SELECT: u8 = 3;
    pub(super) const ORDER: u8 = 4;
    pub(super) const EQUALITY: u8 = 5;
    pub(super) const SHIFT: u8 = 6;
    pub(super) const SUM: u8 = 7;
    pub(super) const PRODUCT: u8 = 8;
    pub(super) const MATCH: u8 = 9;
    pub(super) const IN: u8 = 10;
    pub(super) const NEGATE: u8 = 11;
    pub(super) const SPLAT: u8 = 12;
    pub(super) const NOT: u8 = 13;
}

fn binary_binding(kind: TokenKind) -> Option<u8> {
    Some(match kind {
        Or => binding::OR,
        And => binding::AND,
        Less | LessEqual | Greater | GreaterEqual => binding::ORDER,
        Equal | NotEqual => binding::EQUALITY,
        ShiftLeft | ShiftRight => binding::SHIFT,
        Plus | Minus => binding::SUM,
        Star | Slash | Percent => binding::PRODUCT,
        Match | NoMatch => binding::MATCH,
        In => binding::IN,
        _ => return None,
    })
}

/// The help for `test ? one : other` of other languages.
const TERNARY: &str =
    "there is no `? :` here: write `test ? { true => ..., default => ... }`, or `if` and `else`";

impl Parser<'_> {
    /// `relationship = assignment`, right-associative; or `relationship` alone.
    pub(super) fn assignment(&mut self) {
        let mark = self.start();
        if !self.enter() {
            return self.missing();
        }
        self.relationship();
        if matches!(self.kind(), Assign | PlusAssign | MinusAssign) {
            self.bump();
            self.assignment();
            self.finish(mark, NodeKind::Assignment);
        }
        self.leave();
    }

    /// `resource -> resource ~> resource`.
    fn relationship(&mut self) {
        let mark = self.start();
        self.resource();
        let mut chained = false;
        while matches!(self.kind(), InEdge | InEdgeSub | OutEdge | OutEdgeSub) {
            self.bump();
            self.resource();
            chained = true;
        }
        if chained {
            self.finish(mark, NodeKind::Relationship);
        }
    }

    /// An expression without assignments, arrows and resources.
    pub(super) fn expression(&mut self) {
        self.expression_above(0);
    }

    /// An expression whose operators bind at least as tightly as `level`.
    fn expression_above(&mut self, level: u8) {
        let mark = self.start();
        if !self.enter() {
            return self.missing();
        }
        match self.kind() {
            Bang => self.prefix(mark, binding::NOT, NodeKind::Not),
            Minus => self.prefix(mark, binding::NEGATE, NodeKind::Negate),
            Star => self.prefix(mark, binding::SPLAT, NodeKind::Splat),
            _ => {
                if !self.primary() {
                    self.expected("an expression");
                    self.missing();
                    return self.leave();
                }
            }
        }
        self.operators(mark, level);
        self.leave();
    }

    fn prefix(&mut self, mark: Mark, level: u8, kind: NodeKind) {
        self.bump();
        self.expression_above(level);
        self.finish(mark, kind);
    }

    /// The operators after the value parsed since `mark`.
    fn operators(&mut self, mark: Mark, level: u8) {
        loop {
            let kind = self.kind();
            match kind {
                LParen => self.call(mark),
                LBracket => self.keys(mark, TrailingComma::Allowed),
                Dot => self.method_call(mark),
                LCollect | LLCollect => self.collector(mark),
                Question if binding::SELECT >= level => self.selector(mark),
                _ => {
                    let Some(binding) = binary_binding(kind).filter(|&binding| binding >= level) else {
                        return;
                    };
                    self.bump();
                    self.operand_help(kind);
                    self.expression_above(binding + 1);
                    self.finish(mark, NodeKind::Binary);
                }
            }
        }
    }

    /// Recognizes operators of other languages by what follows one of Puppet's.
    fn operand_help(&mut self, operator: TokenKind) {
        let help = match (operator, self.kind()) {
            (Plus, Plus) => "there is no `++`: write `$x + 1` and assign it to another variable",
            (Equal, Assign) => "write `==`: there is no `===`",
            (Less, Greater) => "write `!=` for \"not equal\"",
            (Slash, Slash) => "a comment starts with `#`",
            _ => return,
        };
        self.expected_with("an expression", |error| error.help(help));
    }

    /// A key of an access: an expression, or a pair `key => value`; adjacent pairs form one hash.
    pub(super) fn access_key(&mut self) {
        let nodes = self.nodes.len();
        self.entry(super::literal::Keywords::Keys);
        let plain = self.nodes.len() > nodes
            && !matches!(
                self.top_kind(),
                NodeKind::Assignment
                    | NodeKind::Relationship
                    | NodeKind::Resource
                    | NodeKind::ResourceDefaults
                    | NodeKind::ResourceOverride
                    | NodeKind::UntitledResource
                    | NodeKind::Virtual
            );
        if !plain {
            self.expected("`=>` (an assignment or a resource cannot be a key)");
        }
    }

    /// `value ? { option => value, ... }` or `value ? option => value`.
    fn selector(&mut self, mark: Mark) {
        self.bump();
        let open = self.range();
        if !self.eat(SelectorBrace) {
            self.selector_entry(TERNARY);
            return self.finish(mark, NodeKind::Selector);
        }
        loop {
            if self.at(RBrace) {
                self.expected("an option");
                break;
            }
            let before = self.pos;
            self.selector_entry("options of a selector use `=>`; `:` is for `case`");
            if self.eat(Comma) {
                if self.at(RBrace) {
                    break;
                }
            } else if self.pos == before {
                break;
            } else if starts_statement(self.kind()) && self.first_on_line() {
                self.missing_comma("`,` or `}` after this option", "separate the options with commas");
            } else {
                break;
            }
        }
        self.close(RBrace, open, "`,` or `}`");
        self.finish(mark, NodeKind::Selector);
    }

    /// An entry of a selector. `help` is for one that is written with a colon.
    fn selector_entry(&mut self, help: &str) {
        let mark = self.start();
        self.expression();
        if self.at(Colon) {
            let colon = self.range();
            self.expected_with("`=>`", |error| match help {
                TERNARY => error.help(help),
                _ => error.help(help).fix(Applicability::Safe, "write `=>`", [(colon, "=>")]),
            });
            self.bump();
        } else {
            self.expect(FatArrow, "`=>` after the option of a selector");
        }
        self.expression();
        self.finish(mark, NodeKind::SelectorEntry);
    }

    /// `( assignment )`.
    pub(super) fn parenthesized(&mut self) {
        let mark = self.start();
        let open = self.range();
        self.bump();
        self.assignment();
        self.close(RParen, open, "`)`");
        self.finish(mark, NodeKind::Parenthesized);
    }

    /// `Type <| query |>`, optionally with a block of attributes.
    fn collector(&mut self, mark: Mark) {
        let query = self.start();
        let open = self.range();
        let close = if self.at(LCollect) { RCollect } else { RRCollect };
        self.bump();
        if !self.at(close) {
            self.expression();
        }
        self.close(close, open, if close == RCollect { "`|>`" } else { "`|>>`" });
        self.finish(query, NodeKind::Query);
        if self.at(LBrace) {
            let open = self.range();
            self.bump();
            self.attributes();
            self.close(RBrace, open, "an attribute or `}`");
        }
        self.finish(mark, NodeKind::Collector);
    }

    /// `@` or `@@` before something that is not a resource.
    pub(super) fn not_virtualizable(&mut self, at: bunraku_diag::TextRange) {
        let sign = at.of(self.text);
        let error = SyntaxError::new(
            codes::VIRTUAL_NON_RESOURCE,
            at,
            format!("`{sign}` is only allowed before a resource"),
        )
        .label("no resource after it")
        .rank(self.range().start)
        .help(format!("write for example `{sign}file {{ '/etc/motd': }}`"));
        self.report(error);
    }
}
