//! Classes and defined types.

use bunraku_syntax::ast::{Class, Define, Parameters, View};
use bunraku_syntax::{Syntax, TokenKind};

use crate::formatter::Formatter;

impl<'s> Formatter<'s> {
    /// `class a (...) inherits b { ... }`.
    pub(crate) fn class(&mut self, class: Class<'s>) {
        self.keyword_and_name(class.syntax());
        self.class_parameters(class.parameters());
        self.doc.space();
        if let Some(parent) = class.parent() {
            self.keyword_and_name(parent.syntax());
            self.doc.space();
        }
        if let Some(body) = class.body() {
            self.block(body);
        }
    }

    /// `define a (...) { ... }`.
    pub(crate) fn define(&mut self, define: Define<'s>) {
        self.keyword_and_name(define.syntax());
        self.class_parameters(define.parameters());
        self.doc.space();
        if let Some(body) = define.body() {
            self.block(body);
        }
    }

    /// The keyword of a definition and the name after it.
    pub(crate) fn keyword_and_name(&mut self, node: Syntax<'s>) {
        let signs = |kind: &TokenKind| !matches!(kind, TokenKind::Comma | TokenKind::Semicolon);
        let tokens = node.own_tokens().filter(|(_, kind)| signs(kind)).take(2);
        for (index, (token, _)) in tokens.enumerate() {
            if index > 0 {
                self.doc.space();
            }
            self.token(token);
        }
    }

    /// Parameters, one per line; empty parentheses are omitted.
    fn class_parameters(&mut self, parameters: Option<Parameters<'s>>) {
        let Some(parameters) = parameters else { return };
        let (open, end) = parameters.syntax().tokens();
        if parameters.iter().next().is_none() && !self.has_comments(open, end) {
            return;
        }
        self.doc.space();
        self.parameters(parameters, true);
    }
}
