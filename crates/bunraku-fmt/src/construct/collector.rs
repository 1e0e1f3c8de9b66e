//! Collectors: `User <| groups == 'admin' |>`.

use bunraku_syntax::ast::{Collector, View};

use crate::formatter::Formatter;

impl<'s> Formatter<'s> {
    pub(crate) fn collector(&mut self, collector: Collector<'s>) {
        if let Some(ty) = collector.resource_type() {
            self.expression(ty);
        }
        self.doc.space();
        if let Some(query) = collector.query() {
            let (open, end) = query.syntax().tokens();
            self.token(open);
            self.doc.space();
            if let Some(condition) = query.condition() {
                self.expression(condition);
                self.doc.space();
            }
            self.token(end.saturating_sub(1));
        }
        self.braces_with_attributes(collector.syntax());
    }
}
