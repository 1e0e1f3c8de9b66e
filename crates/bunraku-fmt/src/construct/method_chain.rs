//! Method calls: `$x.filter |$y| { ... }.join(',')`.

use bunraku_syntax::ast::{Lambda, MethodCall, View};
use bunraku_syntax::{NodeKind, Syntax, TokenKind};

use crate::document::{Flat, Group};
use crate::formatter::Formatter;

impl<'s> Formatter<'s> {
    /// Writes a chain of calls: on one line, or each call on its own line if the source has a line break before one of
    /// them, or if several do not fit on one line.
    pub(crate) fn method_chain(&mut self, last: MethodCall<'s>) {
        let mut calls = vec![last];
        let mut receiver = last.receiver();
        while let Some(inner) = receiver.and_then(MethodCall::cast) {
            calls.push(inner);
            receiver = inner.receiver();
        }
        calls.reverse();
        let author = calls.iter().any(|call| self.line_end_at_dot(*call));
        let breakable = author || calls.len() > 1;
        let group = self.doc.start();
        if let Some(receiver) = receiver {
            self.expression(receiver);
        }
        // Without a possible line break, a chain is only broken by its receiver.
        let indent = if breakable { 2 } else { 0 };
        self.doc.indent_if_broken(indent);
        let block = self.new_block();
        let mut comments = false;
        for call in calls {
            let node = call.syntax();
            let Some(dot) = self.own(node, TokenKind::Dot) else { continue };
            let name = call.function().map_or(dot, |name| name.tokens().0);
            let before = self.doc.breaks;
            self.trailing_comments(name, block);
            let stays = call.receiver().is_some_and(|receiver| self.ends_with_broken_block(receiver))
                && !self.line_end_at_dot(call);
            if breakable && !stays || self.trivia.peek(name).is_some_and(|trivium| trivium.is_comment()) {
                self.leading_comments(dot, Flat::Nothing, false);
            }
            comments |= self.doc.breaks > before;
            self.token(dot);
            if let Some(name) = call.function() {
                self.expression(name);
            }
            if let Some(arguments) = call.arguments() {
                self.arguments(arguments, false);
            }
            if let Some(lambda) = call.lambda() {
                self.doc.space();
                self.lambda(lambda);
            }
        }
        self.doc.indent_if_broken(-indent);
        self.doc.end(group, Group { broken: author || comments, ..Group::default() });
    }

    fn line_end_at_dot(&self, call: MethodCall<'s>) -> bool {
        let Some(receiver) = call.receiver() else { return false };
        let (_, end) = receiver.tokens();
        let Some((name, _)) = call.function().map(|name| name.tokens()) else { return false };
        receiver.kind() != NodeKind::Heredoc && self.ends.any_between(end.saturating_sub(1), name)
    }

    /// Whether the expression before a dot ends with a block on several lines.
    fn ends_with_broken_block(&self, receiver: Syntax<'s>) -> bool {
        Lambda::of_call(receiver).is_some_and(|lambda| self.on_several_lines(lambda.syntax()))
    }
}
