//! Lambdas: `|$x| { ... }`, on one line if they were and still fit.

use bunraku_syntax::ast::{Lambda, View};
use bunraku_syntax::{NodeKind, TokenKind};

use crate::formatter::Formatter;

impl<'s> Formatter<'s> {
    pub(crate) fn lambda(&mut self, lambda: Lambda<'s>) {
        if let Some(parameters) = lambda.parameters() {
            self.parameters(parameters, false);
        }
        self.return_type(lambda.syntax());
        self.doc.space();
        if let Some(body) = lambda.body() {
            self.block_on_one_line(body);
        }
    }

    /// ` >> Type` of a lambda or function, if there is one.
    pub(crate) fn return_type(&mut self, node: bunraku_syntax::Syntax<'s>) {
        let Some(part) = node.children().find(|part| part.kind() == NodeKind::ReturnType) else { return };
        self.doc.space();
        self.own_token(part, TokenKind::ShiftRight);
        self.doc.space();
        for ty in part.children() {
            self.outer_type(ty);
        }
    }
}
