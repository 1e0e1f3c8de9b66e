//! Plans, and their `apply` blocks.

use bunraku_syntax::ast::{Apply, Plan, View};

use crate::formatter::Formatter;

impl<'s> Formatter<'s> {
    /// `plan a(...) { ... }`.
    pub(crate) fn plan(&mut self, plan: Plan<'s>) {
        self.keyword_and_name(plan.syntax());
        if let Some(parameters) = plan.parameters() {
            self.parameters(parameters, false);
        }
        self.doc.space();
        if let Some(body) = plan.body() {
            self.block(body);
        }
    }

    /// `apply(...) { ... }`.
    pub(crate) fn apply(&mut self, apply: Apply<'s>) {
        let (keyword, _) = apply.syntax().tokens();
        self.token(keyword);
        if let Some(arguments) = apply.arguments() {
            self.arguments(arguments, true);
        }
        self.doc.space();
        if let Some(body) = apply.body() {
            self.block(body);
        }
    }
}
