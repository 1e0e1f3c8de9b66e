//! Literals: constants, arrays, hashes, strings with interpolation.

use bunraku_diag::TextRange;
use bunraku_edition::TypeNames;
use bunraku_pcore::{Value, construct};
use bunraku_syntax::{
    NodeKind, Syntax,
    ast::{self, Element, Node, NumberValue, Piece, View},
};
use num_bigint::BigInt;

use super::Lowering;
use crate::{Expr, Operand};

impl Lowering {
    pub(super) fn undef(&mut self) -> Operand {
        self.builder.constant(Value::Undef)
    }

    pub(super) fn literal(&mut self, node: Syntax<'_>) -> Operand {
        let value = match Node::of(node) {
            Node::Number(literal) => number(literal),
            Node::Boolean(boolean) => Value::Bool(boolean.value()),
            Node::Undef(_) => Value::Undef,
            Node::Default(_) => Value::Default,
            Node::Regexp(regexp) => match construct::regexp(&self.edition.types, &regexp.pattern()) {
                Ok(regexp) => Value::Regexp(regexp),
                // The static checks have rejected it.
                Err(_) => Value::Undef,
            },
            Node::String(string) => Value::str(string.value(&self.edition.syntax).as_ref()),
            _ => Value::str(node.text()),
        };
        self.builder.constant_at(value, node.range())
    }

    /// Lowers a type name. A type of the language is a constant; others are looked up during evaluation.
    pub(super) fn type_name(&mut self, node: ast::TypeName<'_>) -> Operand {
        let name = node.text();
        if let Some(ty) = self.known_type(name) {
            return self.builder.constant_at(Value::Type(ty), node.range());
        }
        let name = self.builder.constant_id(Value::str(name));
        self.builder.push(Expr::TypeName(name), node.range())
    }

    /// Finds a type of the language that can be used without parameters.
    fn known_type(&self, name: &str) -> Option<bunraku_pcore::Type> {
        let name = name.strip_prefix("::").unwrap_or(name);
        // `Ruby` has no meaning without its parameter.
        if matches!(self.edition.types.type_names, TypeNames::Documents) && name == "Ruby" {
            return None;
        }
        construct::named(&self.edition.types, name)
    }

    /// Lowers the left side of an access.
    pub(super) fn access_target(&mut self, node: ast::Access<'_>) -> Operand {
        let ruby = node.target().and_then(ast::TypeName::cast).filter(|name| name.text() == "Ruby");
        let known = ruby.and_then(|_| construct::named(&self.edition.types, "Ruby"));
        match ruby.zip(known) {
            Some((ruby, ty)) => self.builder.constant_at(Value::Type(ty), ruby.range()),
            None => self.optional(node.target()),
        }
    }

    pub(super) fn interpolation<'t>(
        &mut self,
        pieces: impl Iterator<Item = Piece<'t>>,
        range: TextRange,
    ) -> Operand {
        let mut operands = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Text(piece) => {
                    let text = piece.value(&self.edition.syntax);
                    if !text.is_empty() {
                        operands.push(self.builder.constant(Value::str(text.as_ref())));
                    }
                }
                Piece::Value(value) => operands.push(self.expression(value)),
            }
        }
        let list = self.builder.list(&operands);
        self.builder.push(Expr::Interpolate(list), range)
    }

    pub(super) fn heredoc(&mut self, node: ast::Heredoc<'_>) -> Operand {
        let Some(text) = node.body() else { return self.undef() };
        if let Some(value) = text.plain(&self.edition.syntax) {
            return self.builder.constant(Value::str(value.as_str()));
        }
        let operand = self.interpolation(text.pieces(), text.range());
        let syntax = node.syntax_name();
        if syntax.is_empty() {
            return operand;
        }
        let syntax = self.builder.constant_id(Value::str(syntax));
        self.builder.push(Expr::Heredoc { text: operand, syntax }, node.range())
    }

    pub(super) fn array(&mut self, node: ast::Array<'_>) -> Operand {
        let (operands, splat) = self.elements(node.elements());
        if !splat && let Some(values) = self.builder.values(&operands) {
            return self.builder.constant_at(Value::array(values), node.range());
        }
        let list = self.builder.list(&operands);
        self.builder.push(Expr::Array(list), node.range())
    }

    pub(super) fn hash<'t>(
        &mut self,
        entries: impl Iterator<Item = ast::HashEntry<'t>>,
        range: TextRange,
    ) -> Operand {
        let mut operands = Vec::new();
        for entry in entries {
            operands.push(self.key(entry));
            operands.push(self.entry_value(entry));
        }
        if let Some(values) = self.builder.values(&operands) {
            let pairs = values.chunks_exact(2).filter_map(|pair| match pair {
                [key, value] => Some((key.clone(), value.clone())),
                _ => None,
            });
            return self.builder.constant(Value::hash(pairs));
        }
        let list = self.builder.list(&operands);
        self.builder.push(Expr::Hash(list), range)
    }

    /// Lowers the key of an entry. In the definition of a type, a type name is the name of what is being defined.
    pub(super) fn key(&mut self, entry: ast::HashEntry<'_>) -> Operand {
        match entry.key().and_then(ast::TypeName::cast) {
            Some(name) if self.in_alias => self.builder.constant_at(Value::str(name.text()), name.range()),
            _ => self.optional(entry.key()),
        }
    }

    /// Lowers the value of an entry. The annotations of a type have types as keys.
    pub(super) fn entry_value(&mut self, entry: ast::HashEntry<'_>) -> Operand {
        let annotations =
            entry.key().is_some_and(|key| key.text().trim_matches(['\'', '"']) == "annotations");
        let in_alias = self.in_alias;
        self.in_alias = in_alias && !annotations;
        let value = self.optional(entry.value());
        self.in_alias = in_alias;
        value
    }

    /// Lowers elements, arguments or keys. Also returns whether one of them is a splat. Adjacent pairs form one hash.
    pub(super) fn elements<'t>(&mut self, nodes: impl Iterator<Item = Syntax<'t>>) -> (Vec<Operand>, bool) {
        let mut splat = false;
        let mut operands = Vec::new();
        for element in ast::elements(nodes) {
            operands.push(match element {
                Element::Value(node) => {
                    splat |= super::control::unwrapped(node).kind() == NodeKind::Splat;
                    self.expression(node)
                }
                Element::Pairs(pairs) => {
                    let range = pairs.first().map_or(TextRange::default(), |pair| pair.range());
                    self.hash(pairs.into_iter(), range)
                }
            });
        }
        (operands, splat)
    }

    pub(super) fn render_text(&mut self, node: ast::RenderText<'_>) -> Operand {
        let text = self.builder.constant_id(Value::str(node.value().as_str()));
        self.builder.push(Expr::RenderText(text), node.range())
    }

    pub(super) fn render(&mut self, node: ast::Render<'_>) -> Operand {
        let value = self.optional(node.value());
        self.builder.push(Expr::Render(value), node.range())
    }
}

/// The value of a number. Integers may have any size; the static checks limit it if the edition does.
fn number(literal: ast::Number<'_>) -> Value {
    match literal.value() {
        NumberValue::Float(value) => Value::Float(value),
        NumberValue::Integer { digits, .. } => match digits.parse::<i64>() {
            Ok(value) => Value::Int(value),
            Err(_) => digits.parse::<BigInt>().map_or(Value::Undef, Value::integer),
        },
    }
}
