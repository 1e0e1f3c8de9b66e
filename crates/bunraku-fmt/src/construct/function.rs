//! Functions.

use bunraku_syntax::ast::{Function, View};

use crate::formatter::Formatter;

impl<'s> Formatter<'s> {
    /// `function a(...) >> Type { ... }`.
    pub(crate) fn function(&mut self, function: Function<'s>) {
        self.keyword_and_name(function.syntax());
        if let Some(parameters) = function.parameters() {
            self.parameters(parameters, false);
        }
        self.return_type(function.syntax());
        self.doc.space();
        if let Some(body) = function.body() {
            self.block(body);
        }
    }
}
