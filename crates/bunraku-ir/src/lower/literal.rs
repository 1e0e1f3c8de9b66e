//! Literals: constants, arrays, hashes, text with interpolation.

use bunraku_diag::TextRange;
use bunraku_edition::TypeNames;
use bunraku_pcore::{Value, construct};
use bunraku_syntax::{
    NodeKind, Syntax,
    ast::{self, Element, Number},
    text,
};
use num_bigint::BigInt;

use super::Lowering;
use crate::{Expr, Operand};

impl Lowering {
    pub(super) fn undef(&mut self) -> Operand {
        self.builder.constant(Value::Undef)
    }

    pub(super) fn literal(&mut self, node: Syntax<'_>) -> Operand {
        let value = match node.kind() {
            NodeKind::Number => number(node.text()),
            NodeKind::Boolean => Value::Bool(node.text() == "true"),
            NodeKind::Undef => Value::Undef,
            NodeKind::Default => Value::Default,
            NodeKind::Regexp => {
                let source = text::regexp_source(node.text());
                match construct::regexp(&self.edition.types, &source) {
                    Ok(regexp) => Value::Regexp(regexp),
                    // The static checks refuse it before anything runs.
                    Err(_) => Value::Undef,
                }
            }
            _ => Value::str(ast::string_value(node, &self.edition.syntax).as_ref()),
        };
        self.builder.constant_at(value, node.range())
    }

    /// A type of the language itself is a constant; any other is looked up where it is reached.
    pub(super) fn type_name(&mut self, node: Syntax<'_>) -> Operand {
        let name = node.text();
        if let Some(ty) = self.known_type(name) {
            return self.builder.constant_at(Value::Type(ty), node.range());
        }
        let name = self.builder.constant_id(Value::str(name));
        self.builder.push(Expr::TypeName(name), node.range())
    }

    /// A type of the language that can stand alone.
    fn known_type(&self, name: &str) -> Option<bunraku_pcore::Type> {
        let name = name.strip_prefix("::").unwrap_or(name);
        // `Ruby` is nothing without its parameter.
        if matches!(self.edition.types.type_names, TypeNames::Documents) && name == "Ruby" {
            return None;
        }
        construct::named(&self.edition.types, name)
    }

    /// What an access looks into.
    pub(super) fn access_target(&mut self, node: Syntax<'_>) -> Operand {
        match node.child(0) {
            Some(ruby) if ruby.kind() == NodeKind::TypeName && ruby.text() == "Ruby" => {
                match construct::named(&self.edition.types, "Ruby") {
                    Some(ty) => self.builder.constant_at(Value::Type(ty), ruby.range()),
                    None => self.type_name(ruby),
                }
            }
            _ => self.child(node, 0),
        }
    }

    pub(super) fn interpolation(&mut self, node: Syntax<'_>) -> Operand {
        let mut pieces = Vec::new();
        for piece in node.children() {
            if piece.kind() == NodeKind::StringText {
                let text = ast::string_value(piece, &self.edition.syntax);
                if !text.is_empty() {
                    pieces.push(self.builder.constant(Value::str(text.as_ref())));
                }
            } else {
                pieces.push(self.expression(piece));
            }
        }
        let list = self.builder.list(&pieces);
        self.builder.push(Expr::Interpolate(list), node.range())
    }

    pub(super) fn heredoc(&mut self, node: Syntax<'_>) -> Operand {
        let Some(text) = node.find(NodeKind::HeredocText) else { return self.undef() };
        if text.children().all(|piece| piece.kind() == NodeKind::StringText) {
            let pieces = text.children().map(|piece| ast::string_value(piece, &self.edition.syntax));
            let value: String = pieces.collect();
            return self.builder.constant(Value::str(value.as_str()));
        }
        let operand = self.interpolation(text);
        let syntax = ast::heredoc(node).map_or("", |heredoc| heredoc.syntax.of(node.source()));
        if syntax.is_empty() {
            return operand;
        }
        let syntax = self.builder.constant_id(Value::str(syntax));
        self.builder.push(Expr::Heredoc { text: operand, syntax }, node.range())
    }

    pub(super) fn array(&mut self, node: Syntax<'_>) -> Operand {
        let (operands, splat) = self.elements(node.children());
        if !splat && let Some(values) = self.builder.values(&operands) {
            return self.builder.constant_at(Value::array(values), node.range());
        }
        let list = self.builder.list(&operands);
        self.builder.push(Expr::Array(list), node.range())
    }

    pub(super) fn hash<'t>(
        &mut self,
        entries: impl Iterator<Item = Syntax<'t>>,
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

    /// The key of an entry. In the definition of a type, a type name there is the name of what is being defined.
    pub(super) fn key(&mut self, entry: Syntax<'_>) -> Operand {
        match entry.child(0) {
            Some(name) if self.in_alias && name.kind() == NodeKind::TypeName => {
                self.builder.constant_at(Value::str(name.text()), name.range())
            }
            _ => self.child(entry, 0),
        }
    }

    /// The value of an entry. The annotations of a type have types as keys.
    pub(super) fn entry_value(&mut self, entry: Syntax<'_>) -> Operand {
        let annotations =
            entry.child(0).is_some_and(|key| key.text().trim_matches(['\'', '"']) == "annotations");
        let in_alias = self.in_alias;
        self.in_alias = in_alias && !annotations;
        let value = self.child(entry, 1);
        self.in_alias = in_alias;
        value
    }

    /// Elements, arguments or keys, and whether one of them is a `*` expression. Adjacent pairs form one hash.
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

    pub(super) fn render(&mut self, node: Syntax<'_>) -> Operand {
        if node.kind() == NodeKind::RenderText {
            let text = self.builder.constant_id(Value::str(ast::render_text(node).as_str()));
            return self.builder.push(Expr::RenderText(text), node.range());
        }
        let value = self.child(node, 0);
        self.builder.push(Expr::Render(value), node.range())
    }
}

/// The value of a number literal; integers of any size, which the static checks limit where the edition does.
fn number(text: &str) -> Value {
    match ast::number(text) {
        Number::Float(value) => Value::Float(value),
        Number::Integer { digits, .. } => match digits.parse::<i64>() {
            Ok(value) => Value::Int(value),
            Err(_) => digits.parse::<BigInt>().map_or(Value::Undef, Value::integer),
        },
    }
}
