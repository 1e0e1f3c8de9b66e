//! `if`, `unless` and `case`.

use bunraku_diag::Applicability;
use bunraku_edition::EmptyCase;

use super::{Parser, recover::starts_statement};
use crate::{kind::NodeKind, token::TokenKind::*};

impl Parser<'_> {
    /// `if test { } elsif test { } else { }`.
    pub(super) fn if_expression(&mut self) {
        let mark = self.start();
        self.bump();
        self.test("`if`");
        loop {
            match self.kind() {
                Elsif => {
                    let mark = self.start();
                    self.bump();
                    self.test("`elsif`");
                    self.finish(mark, NodeKind::Elsif);
                }
                Else if self.peek(1) == If => {
                    let both = self.range();
                    self.bump();
                    let both = both.cover(self.range());
                    let adjacent = both.of(self.text).split_whitespace().eq(["else", "if"]);
                    self.expected_with("`{` after `else`", |error| {
                        let error = error.help("write `elsif`");
                        match adjacent {
                            true => error.fix(Applicability::Safe, "write `elsif`", [(both, "elsif")]),
                            false => error,
                        }
                    });
                    let mark = self.start();
                    self.bump();
                    self.test("`elsif`");
                    self.finish(mark, NodeKind::Elsif);
                }
                Else => {
                    self.else_part();
                    break;
                }
                Name if matches!(self.range().of(self.text), "elif" | "elseif" | "elsiff")
                    && self.peek(1) != LBrace =>
                {
                    let range = self.range();
                    let word = range.of(self.text);
                    self.expected_with("a statement", |error| {
                        error.help(format!("write `elsif`: there is no `{word}`")).fix(
                            Applicability::Safe,
                            "write `elsif`",
                            [(range, "elsif")],
                        )
                    });
                    let mark = self.start();
                    self.bump();
                    self.test("`elsif`");
                    self.finish(mark, NodeKind::Elsif);
                }
                _ => break,
            }
        }
        self.finish(mark, NodeKind::If);
    }

    /// `unless test { } else { }`.
    pub(super) fn unless_expression(&mut self) {
        let mark = self.start();
        self.bump();
        self.test("`unless`");
        if self.at(Else) {
            self.else_part();
        } else if self.at(Elsif) {
            self.expected_with("a statement", |error| {
                error.help("`unless` has no `elsif`: write `if !(...)` instead")
            });
        }
        self.finish(mark, NodeKind::Unless);
    }

    /// `case value { option, option: { } }`.
    pub(super) fn case_expression(&mut self) {
        let mark = self.start();
        self.bump();
        self.expression();
        let open = self.range();
        if !self.eat(LBrace) {
            self.expected("`{` after the value of `case`");
            return self.finish(mark, NodeKind::Case);
        }
        if self.at(RBrace) && matches!(self.rules.empty_case, EmptyCase::Error) {
            self.expected("an option of `case`");
        }
        while !self.at(RBrace) {
            if !starts_statement(self.kind()) {
                self.expected("an option of `case`, or `}`");
                break;
            }
            let errors = self.errors.len();
            let before = self.pos;
            self.case_option();
            if self.pos == before {
                break;
            }
            if self.errors.len() > errors && !self.at(RBrace) && !self.first_on_line() {
                self.skip_to(|kind| kind == RBrace);
                break;
            }
        }
        self.close(RBrace, open, "an option of `case`, or `}`");
        self.finish(mark, NodeKind::Case);
    }

    fn case_option(&mut self) {
        let mark = self.start();
        loop {
            self.expression();
            if !self.eat(Comma) {
                break;
            }
        }
        if self.at(FatArrow) {
            let arrow = self.range();
            self.expected_with("`:`", |error| {
                error.help("options of `case` use `:`; `=>` is for selectors").fix(
                    Applicability::Safe,
                    "write `:`",
                    [(arrow, ":")],
                )
            });
            self.bump();
        } else {
            self.expect(Colon, "`:` after the option of `case`");
        }
        self.block("the option of `case`");
        self.finish(mark, NodeKind::CaseOption);
    }

    fn test(&mut self, keyword: &str) {
        self.expression();
        if self.at(Assign) {
            let sign = self.range();
            self.expected_with("`{`", |error| {
                error.help("compare with `==`; an assignment in a condition needs parentheses").fix(
                    Applicability::Unsafe,
                    "compare with `==`",
                    [(sign, "==")],
                )
            });
            self.bump();
            self.expression();
        }
        self.block(&format!("the condition of {keyword}"));
    }

    fn else_part(&mut self) {
        let mark = self.start();
        self.bump();
        self.block("`else`");
        self.finish(mark, NodeKind::Else);
    }
}
