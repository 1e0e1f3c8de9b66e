//! Parameters of classes, defined types, functions, lambdas and templates.

use bunraku_syntax::ast::{Access, Parameter, Parameters, View};
use bunraku_syntax::{NodeKind, Syntax, TokenKind};

use super::align::Column;
use super::items::Items;
use super::list::{Hugs, List};
use crate::document::{Element, Flat};
use crate::formatter::Formatter;

impl<'s> Formatter<'s> {
    /// `(A $a, B $b = 1)` or `|$a, $b|`; always one per line if `broken` is set.
    pub(crate) fn parameters(&mut self, parameters: Parameters<'s>, broken: bool) {
        self.parameter_list(parameters, Flat::Nothing, broken);
    }

    /// Like [`Formatter::parameters`], with `inside` between brackets and parameters on one line.
    pub(crate) fn parameter_list(&mut self, parameters: Parameters<'s>, inside: Flat, broken: bool) {
        let (open, end) = parameters.syntax().tokens();
        let nodes: Vec<_> = parameters.iter().map(View::syntax).collect();
        let items = Items {
            nodes: &nodes,
            close: end.saturating_sub(1),
            before_first: inside,
            trailing_comma: true,
            parted: true,
            each: Formatter::parameter,
        };
        self.list(List { open, items, broken, hugs: Hugs::Nothing });
    }

    /// `Type *$name = default`.
    fn parameter(&mut self, node: Syntax<'s>) {
        let Some(parameter) = Parameter::cast(node) else { return };
        let from = self.doc.elements.len();
        if let Some(ty) = parameter.ty() {
            self.outer_type(ty);
            self.doc.space();
        }
        self.own_token(node, TokenKind::Star);
        self.own_token(node, TokenKind::Variable);
        let default = node.children().find(|part| part.kind() == NodeKind::ParameterDefault);
        if let Some(default) = default {
            self.column(from, Column::IfItFits, |formatter| {
                formatter.doc.space();
                formatter.own_token(default, TokenKind::Assign);
                let fence = formatter.doc.elements.len();
                formatter.doc.elements.push(Element::Fence);
                formatter.doc.space();
                if let Some(value) = parameter.default() {
                    formatter.value(value);
                }
                // A default that cannot be broken is a reason to break the type.
                let after = formatter.doc.elements.get_mut(fence..).unwrap_or_default();
                let is_whole = !after.iter().any(|element| matches!(element, Element::Start(_)));
                if let Some(fence) = after.first_mut().filter(|_| is_whole) {
                    *fence = Element::Pad(0);
                }
            });
        }
    }

    /// A type whose outermost arguments must not have a trailing comma.
    pub(crate) fn outer_type(&mut self, ty: Syntax<'s>) {
        match Access::cast(ty) {
            Some(access) => self.access(access, false),
            None => self.expression(ty),
        }
    }
}
