//! Resources with several titles: blocks separated by `;`, or a table with one line each.

use bunraku_syntax::ast::{ResourceBody, View};
use bunraku_syntax::{NodeKind, Syntax, TokenKind};

use super::align::Column;
use crate::document::{Flat, Group};
use crate::formatter::Formatter;

impl<'s> Formatter<'s> {
    pub(crate) fn several_bodies(&mut self, bodies: &[ResourceBody<'s>], open: u32, close: u32) {
        let table = bodies.len() > 1 && bodies.iter().all(|body| self.is_row(*body));
        let block = self.new_block();
        self.token(open);
        let first = bodies.first().map_or(close, |body| body.syntax().tokens().0);
        self.trailing_comments(first, block);
        self.doc.indent(2);
        if table {
            self.in_columns(|formatter| formatter.rows(bodies, close));
        } else {
            self.bodies(bodies, close);
        }
        self.doc.indent(-2);
        self.doc.hard_line();
        self.mark(close);
        self.token(close);
    }

    /// Whether a body has at most one attribute, on the line of its title.
    fn is_row(&self, body: ResourceBody<'s>) -> bool {
        let (first, end) = body.syntax().tokens();
        let several_lines = match (self.own(body.syntax(), TokenKind::Colon), body.attributes().next()) {
            (Some(colon), Some(attribute)) => {
                let (name, _) = attribute.syntax().tokens();
                let value = attribute.value().map_or(name, |value| value.tokens().0);
                self.ends.any_between(first, colon) || self.ends.any_between(colon, value)
            }
            _ => self.ends.any_between(first, end.saturating_sub(1)),
        };
        // A title that may be broken is not aligned.
        let plain = body.title().is_some_and(|title| title.children().next().is_none() || is_string(title));
        plain && body.attributes().count() <= 1 && !several_lines && !self.has_comments_in(body.syntax())
    }

    /// Writes one line per title, with aligned attributes.
    fn rows(&mut self, bodies: &[ResourceBody<'s>], close: u32) {
        let block = self.new_block();
        for (index, body) in bodies.iter().enumerate() {
            let node = body.syntax();
            self.leading_comments(node.tokens().0, Flat::Never, index > 0);
            let from = self.doc.elements.len();
            if let Some(title) = body.title() {
                self.value(title);
            }
            self.own_token(node, TokenKind::Colon);
            if let Some(attribute) = body.attributes().next() {
                self.column(from, Column::IfItFits, |formatter| {
                    formatter.doc.space();
                    formatter.in_columns(|formatter| formatter.attribute(attribute.syntax()));
                });
            }
            let next = bodies.get(index + 1).map_or(close, |body| body.syntax().tokens().0);
            self.doc.text(";");
            self.trailing_comments(next, block);
        }
        self.closing_comments(close, block);
    }

    /// Writes each title on a line, its attributes below, and a `;` after them.
    fn bodies(&mut self, bodies: &[ResourceBody<'s>], close: u32) {
        let block = self.new_block();
        for (index, body) in bodies.iter().enumerate() {
            let node = body.syntax();
            let (first, _) = node.tokens();
            match index {
                0 => {
                    self.leading_comments(first, Flat::Never, false);
                }
                _ => self.separate(first),
            }
            if let Some(title) = body.title() {
                self.value(title);
            }
            self.own_token(node, TokenKind::Colon);
            let attributes: Vec<Syntax<'s>> = body.attributes().map(View::syntax).collect();
            let next = bodies.get(index + 1).map_or(close, |body| body.syntax().tokens().0);
            // The semicolon, if there is one, ends the body. That of a single body is not written, so that comments
            // after it are those of its attributes.
            let end = self.semicolon_before(next).filter(|_| bodies.len() > 1).unwrap_or(next);
            self.doc.indent(2);
            let group = self.doc.start();
            let items = self.attribute_items(&attributes, end);
            self.in_columns(|formatter| {
                formatter.items(&items);
            });
            if bodies.len() > 1 {
                self.doc.hard_line();
                self.doc.text(";");
            }
            self.doc.end(group, Group { broken: true, ..Group::default() });
            self.doc.indent(-2);
            self.trailing_comments(next, block);
        }
        self.closing_comments(close, block);
    }

    fn semicolon_before(&self, token: u32) -> Option<u32> {
        let before = (0..token).rev().find(|index| !self.token_kind(*index).is_trivia())?;
        (self.token_kind(before) == TokenKind::Semicolon).then_some(before)
    }
}

fn is_string(title: Syntax<'_>) -> bool {
    title.kind() == NodeKind::InterpolatedString
}
