//! Resources with one title, defaults, overrides, and attributes.

use bunraku_syntax::ast::{Array, AttributeOperation, Node, Resource, ResourceBody, View, Virtual};
use bunraku_syntax::{Syntax, TokenKind};

use super::items::Items;
use super::list::{Hugs, List};
use crate::document::{Flat, Group};
use crate::formatter::Formatter;

impl<'s> Formatter<'s> {
    /// `@file { ... }`.
    pub(crate) fn virtual_resource(&mut self, resource: Virtual<'s>) {
        self.token(resource.syntax().tokens().0);
        if let Some(resource) = resource.resource() {
            self.expression(resource);
        }
    }

    /// `type { title: ... }`.
    pub(crate) fn resource(&mut self, resource: Resource<'s>) {
        let node = resource.syntax();
        if let Some(ty) = resource.resource_type() {
            self.expression(ty);
        }
        self.doc.space();
        let bodies: Vec<ResourceBody<'s>> = resource.bodies().collect();
        let Some(open) = self.own(node, TokenKind::LBrace) else { return };
        let (_, end) = node.tokens();
        let close = end.saturating_sub(1);
        match bodies.as_slice() {
            [body] if !self.has_comments_before_title(open, *body) => self.single_body(*body, open, close),
            bodies => self.several_bodies(bodies, open, close),
        }
    }

    fn has_comments_before_title(&self, open: u32, body: ResourceBody<'s>) -> bool {
        self.has_comments(open, body.syntax().tokens().0)
    }

    /// `{ title: ... }`: one line per attribute. A single attribute may stay on the line of the title.
    fn single_body(&mut self, body: ResourceBody<'s>, open: u32, close: u32) {
        let node = body.syntax();
        self.flush(open);
        let group = self.doc.start();
        self.token(open);
        self.doc.space();
        let before = self.doc.breaks;
        let titles = self.title(body);
        let broken_title = self.doc.breaks > before;
        let attributes: Vec<Syntax<'s>> = body.attributes().map(View::syntax).collect();
        let (first, _) = node.tokens();
        let author = self.ends.any_between(open, first) && !attributes.is_empty();
        let items = self.attribute_items(&attributes, close);
        let colon = self.own(node, TokenKind::Colon).unwrap_or(first);
        let author = author || !attributes.is_empty() && self.has_line_end(colon, &items);
        self.doc.indent(2);
        self.doc.indent_with(titles, 2);
        let mut written = Default::default();
        self.in_columns(|formatter| written = formatter.items(&items));
        self.doc.indent_with(titles, -2);
        self.doc.indent(-2);
        if attributes.is_empty() && !written.breaks {
            self.doc.space();
        } else {
            self.doc.line(Flat::Space, false);
        }
        self.mark(close);
        self.token(close);
        let broken = attributes.len() > 1
            || author
            || written.breaks
            || written.last_breaks
            || broken_title && !attributes.is_empty();
        self.doc.end(group, Group { broken, ..Group::default() });
    }

    /// Writes a title and its colon. Returns the group of an array of titles, which is indented independently of the
    /// attributes.
    fn title(&mut self, body: ResourceBody<'s>) -> Option<usize> {
        let title = body.title()?;
        let array = Array::cast(title).filter(|array| array.elements().next().is_some());
        let group = self.doc.elements.len();
        match array {
            Some(array) => {
                self.flush(title.tokens().0);
                self.doc.indent(2);
                self.array(array);
                self.doc.indent(-2);
            }
            None => self.value(title),
        }
        self.own_token(body.syntax(), TokenKind::Colon);
        array.map(|_| group + 1)
    }

    /// `Type { ... }`, `Type['title'] { ... }` or `name { ... }` with attributes.
    pub(crate) fn attribute_block(&mut self, node: Syntax<'s>) {
        let head = match Node::of(node) {
            Node::ResourceDefaults(defaults) => defaults.resource_type(),
            Node::ResourceOverride(change) => change.resources(),
            Node::UntitledResource(resource) => resource.name(),
            _ => None,
        };
        if let Some(head) = head {
            self.expression(head);
        }
        self.braces_with_attributes(node);
    }

    /// ` { ... }` with attributes, if there are braces: one line per attribute, but a single one may stay on one line.
    pub(crate) fn braces_with_attributes(&mut self, node: Syntax<'s>) {
        let Some(open) = self.own(node, TokenKind::LBrace) else { return };
        self.doc.space();
        let (_, end) = node.tokens();
        let attributes: Vec<Syntax<'s>> =
            node.children().filter(|part| AttributeOperation::cast(*part).is_some()).collect();
        let items = self.attribute_items(&attributes, end.saturating_sub(1));
        self.list(List { open, items, broken: attributes.len() > 1, hugs: Hugs::Nothing });
    }

    pub(crate) fn attribute_items<'a>(&self, attributes: &'a [Syntax<'s>], close: u32) -> Items<'a, 's> {
        Items {
            nodes: attributes,
            close,
            before_first: Flat::Space,
            trailing_comma: true,
            parted: false,
            each: Formatter::attribute,
        }
    }

    /// `name => value`, `name +> value` or `* => value`.
    pub(crate) fn attribute(&mut self, node: Syntax<'s>) {
        let from = self.doc.elements.len();
        let tokens: Vec<u32> = node.own_tokens().map(|(index, _)| index).collect();
        if let Some(name) = tokens.first() {
            self.token(*name);
        }
        self.arrow(from, |formatter| {
            formatter.doc.space();
            if let Some(arrow) = tokens.get(1) {
                formatter.token(*arrow);
            }
            formatter.doc.space();
            if let Some(value) = AttributeOperation::cast(node).and_then(AttributeOperation::value) {
                formatter.value(value);
            }
        });
    }
}
