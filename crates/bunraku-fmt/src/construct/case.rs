//! `case`.

use bunraku_syntax::ast::{Case, CaseOption, View};
use bunraku_syntax::{Syntax, TokenKind};

use crate::document::{Flat, Group};
use crate::formatter::Formatter;

impl<'s> Formatter<'s> {
    pub(crate) fn case(&mut self, case: Case<'s>) {
        let node = case.syntax();
        let (first, end) = node.tokens();
        self.token(first);
        self.doc.space();
        if let Some(value) = case.value() {
            self.condition(value);
        }
        self.doc.space();
        let close = end.saturating_sub(1);
        let options: Vec<Syntax<'s>> = case.options().map(View::syntax).collect();
        let Some(open) = self.own(node, TokenKind::LBrace) else { return };
        if self.has_tags(open, close) {
            return self.template_block(&options, open, close);
        }
        self.token(open);
        let continuation = std::mem::replace(&mut self.continuation, 2);
        self.doc.indent(2);
        self.statements(&options, close);
        self.doc.indent(-2);
        self.doc.hard_line();
        self.mark(close);
        self.token(close);
        self.continuation = continuation;
    }

    /// `'a', 'b': { ... }`: the values on one line, or one per line.
    pub(crate) fn case_option(&mut self, option: CaseOption<'s>) {
        let values: Vec<Syntax<'s>> = option.values().collect();
        let group = self.doc.start();
        let block = self.new_block();
        let mut broken = false;
        for (index, value) in values.iter().enumerate() {
            let (first, end) = value.tokens();
            if index > 0 {
                broken |= self.leading_comments(first, Flat::Space, false);
            }
            self.value(*value);
            let Some((next, _)) = values.get(index + 1).map(|value| value.tokens()) else { break };
            self.doc.text(",");
            let before = self.doc.breaks;
            self.trailing_comments(next, block);
            broken |= self.doc.breaks > before || self.ends.any_between(end.saturating_sub(1), next);
        }
        self.own_token(option.syntax(), TokenKind::Colon);
        self.doc.end(group, Group { broken, ..Group::default() });
        self.doc.space();
        if let Some(body) = option.body() {
            self.block(body);
        }
    }
}
