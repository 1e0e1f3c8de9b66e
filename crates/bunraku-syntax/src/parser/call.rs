//! Calls, lambdas and parameters.

use bunraku_diag::Applicability;

use super::{Mark, Parser, literal::Keywords};
use crate::{kind::NodeKind, token::TokenKind::*};

impl Parser<'_> {
    /// `name(arguments)`, optionally with a lambda.
    pub(super) fn call(&mut self, mark: Mark) {
        self.arguments(TrailingComma::Allowed);
        if self.at(Pipe) {
            self.lambda();
        }
        self.finish(mark, NodeKind::Call);
    }

    /// `value.name`, optionally with arguments and a lambda.
    pub(super) fn method_call(&mut self, mark: Mark) {
        self.bump();
        if matches!(self.kind(), Name | Type) {
            self.leaf(NodeKind::Name);
        } else {
            self.expected("the name of a function after `.`");
            if self.kind().is_keyword() {
                self.leaf(NodeKind::Error);
            } else {
                self.missing();
            }
        }
        if self.at(LParen) {
            self.arguments(TrailingComma::Error);
        }
        if self.at(Pipe) {
            self.lambda();
        }
        self.finish(mark, NodeKind::MethodCall);
    }

    /// `(arguments)` of `apply`, at least one.
    pub(super) fn apply_arguments(&mut self) {
        if self.peek(1) == RParen {
            self.bump();
            self.expected("the targets of `apply`");
            self.bump();
            return;
        }
        self.arguments(TrailingComma::Allowed);
    }

    fn arguments(&mut self, trailing: TrailingComma) {
        let mark = self.start();
        let open = self.range();
        self.bump();
        self.elements(RParen, "an argument or `)`", Keywords::Keys);
        if trailing == TrailingComma::Error && self.at(RParen) && self.nodes.len() as u32 > mark.nodes {
            let before = self.pos.checked_sub(1).and_then(|pos| self.order.get(pos)).copied();
            let is_comma = |index: &u32| self.tokens.get(*index as usize).is_some_and(|t| t.kind == Comma);
            if let Some(comma) = before.filter(is_comma) {
                let comma = self.token_range(comma);
                self.expected_with("an argument after `,`", |error| {
                    error.help("a call with `.` cannot have a comma after its last argument").fix(
                        Applicability::Safe,
                        "remove the comma",
                        [(comma, "")],
                    )
                });
            }
        }
        self.close(RParen, open, "`,` or `)`");
        self.finish(mark, NodeKind::Arguments);
    }

    /// `|parameters| { statements }`.
    fn lambda(&mut self) {
        let mark = self.start();
        self.parameters_between_pipes();
        self.return_type();
        self.block("the parameters of a lambda");
        self.finish(mark, NodeKind::Lambda);
    }

    /// `|parameters|`.
    pub(super) fn parameters_between_pipes(&mut self) {
        let mark = self.start();
        let open = self.range();
        self.bump();
        self.parameter_list(Pipe);
        self.close(Pipe, open, "a parameter or `|`");
        self.finish(mark, NodeKind::Parameters);
    }

    /// `(parameters)` of a definition, if there are any.
    pub(super) fn opt_parameters(&mut self) {
        if !matches!(self.kind(), LParen | LineLParen) {
            return;
        }
        let mark = self.start();
        let open = self.range();
        self.bump();
        self.parameter_list(RParen);
        self.close(RParen, open, "a parameter or `)`");
        self.finish(mark, NodeKind::Parameters);
    }

    fn parameter_list(&mut self, close: crate::TokenKind) {
        while !self.at(close) {
            if !matches!(self.kind(), Variable | Star | Ref) {
                return self.expected_with("a parameter", |error| {
                    error.help("a parameter is a variable, perhaps with a type before it: `String $name`")
                });
            }
            self.parameter();
            if self.eat(Comma) {
                continue;
            }
            if matches!(self.kind(), Variable | Star | Ref) {
                let what = format!("`,` or {} after this parameter", close.shown());
                self.missing_comma(&what, "separate the parameters with commas");
                continue;
            }
            return;
        }
    }

    /// `Type *$name = default`.
    fn parameter(&mut self) {
        let mark = self.start();
        if self.at(Ref) {
            self.parameter_type();
        }
        self.eat(Star);
        self.expect(Variable, "a parameter's name, such as `$name`");
        if self.at(Assign) {
            let default = self.start();
            self.bump();
            self.expression();
            self.finish(default, NodeKind::ParameterDefault);
        }
        self.finish(mark, NodeKind::Parameter);
    }

    /// A type name, optionally with keys directly after it.
    pub(super) fn parameter_type(&mut self) {
        let mark = self.start();
        self.leaf(NodeKind::TypeName);
        if self.at(LBracket) {
            self.keys(mark, TrailingComma::Error);
        }
    }

    /// `[key, ...]` of the value or type parsed since `mark`.
    pub(super) fn keys(&mut self, mark: Mark, trailing: TrailingComma) {
        let open = self.range();
        self.bump();
        loop {
            if self.at(RBracket) {
                self.expected("a key");
                break;
            }
            self.access_key();
            if !self.eat(Comma) || self.at(RBracket) && trailing == TrailingComma::Allowed {
                break;
            }
        }
        self.close(RBracket, open, "`,` or `]`");
        self.finish(mark, NodeKind::Access);
    }

    /// `>> Type`, if there is one.
    pub(super) fn return_type(&mut self) {
        if !self.at(ShiftRight) {
            return;
        }
        let mark = self.start();
        self.bump();
        if self.at(Ref) {
            self.parameter_type();
        } else {
            self.expected("a type after `>>`");
            self.missing();
        }
        self.finish(mark, NodeKind::ReturnType);
    }
}

/// Whether a list may end with a comma.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TrailingComma {
    Allowed,
    Error,
}
