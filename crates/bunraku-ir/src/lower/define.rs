//! Definitions: bodies of their own, registered under their full names.

use std::sync::{Arc, atomic::AtomicBool};

use bunraku_diag::TextRange;
use bunraku_intern::Symbol;
use bunraku_pcore::{Value, construct};
use bunraku_syntax::{NodeKind, Syntax, ast, text};

use super::{Lowering, builder::Builder, take::Owner};
use crate::{
    AliasDefinition, Body, ClassDefinition, DefineDefinition, Definition, Expr, FunctionDefinition,
    HostMatch, NodeDefinition, Operand,
};

impl Lowering {
    pub(super) fn definition(&mut self, node: Syntax<'_>) -> Operand {
        let outer = std::mem::replace(&mut self.builder, Builder::new());
        // The place in the order of the text is taken before definitions inside take theirs.
        let place = self.definitions.len();
        let definition = match node.kind() {
            NodeKind::Class => self.class(node),
            NodeKind::Define => self.define(node),
            NodeKind::Function => self.function_definition(node),
            NodeKind::NodeDefinition => self.node_definition(node),
            _ => self.alias(node),
        };
        if let Some(definition) = definition {
            self.definitions.insert(place.min(self.definitions.len()), definition);
        }
        self.builder = outer;
        self.builder.push(Expr::Definition, node.range())
    }

    /// The body as it is now, with its last touch.
    pub(super) fn finish_body(&mut self, root: Operand, owner: Owner) -> Arc<Body> {
        let builder = std::mem::replace(&mut self.builder, Builder::new());
        let slots = builder.slots();
        let (usage, by_name) = (builder.usage, builder.by_name);
        let mut body = builder.body.finish(slots, root, Arc::clone(&self.source));
        if !by_name {
            super::take::take(&mut body, &usage, owner);
        }
        Arc::new(body)
    }

    fn qualified(&self, name: &str) -> String {
        let mut whole = self.namespace.join("::");
        if !whole.is_empty() {
            whole.push_str("::");
        }
        whole.push_str(name);
        whole
    }

    fn block(&mut self, node: Syntax<'_>) -> Operand {
        match node.find(NodeKind::Block) {
            Some(block) => self.statements(block.children()),
            None => self.undef(),
        }
    }

    fn body_parameters(&mut self, node: Syntax<'_>) {
        if let Some(parameters) = node.find(NodeKind::Parameters) {
            let params = self.parameters(parameters);
            self.builder.body.params = params;
        }
    }

    fn class(&mut self, node: Syntax<'_>) -> Option<Definition> {
        let name = ast::definition_name(node).to_owned();
        let qualified = self.qualified(&name);
        self.namespace.push(name);
        self.body_parameters(node);
        let root = self.block(node);
        self.namespace.pop();
        let parent = node.find(NodeKind::ClassParent).map(|parent| {
            let range = ast::definition_name_range(parent).unwrap_or_else(|| parent.range());
            let name = ast::definition_name(parent);
            (Symbol::new(&name.strip_prefix("::").unwrap_or(name).to_lowercase()), range)
        });
        let body = self.finish_body(root, Owner::Lambdas);
        let name = Symbol::new(&qualified.to_lowercase());
        Some(Definition::Class(Arc::new(ClassDefinition {
            name,
            parent,
            body,
            range: head(node),
            types_checked: AtomicBool::new(false),
        })))
    }

    fn define(&mut self, node: Syntax<'_>) -> Option<Definition> {
        let name = Symbol::new(&self.qualified(ast::definition_name(node)).to_lowercase());
        self.body_parameters(node);
        let root = self.block(node);
        let body = self.finish_body(root, Owner::Lambdas);
        Some(Definition::Define(Arc::new(DefineDefinition {
            name,
            body,
            range: head(node),
            types_checked: AtomicBool::new(false),
        })))
    }

    fn function_definition(&mut self, node: Syntax<'_>) -> Option<Definition> {
        let name = Symbol::new(ast::definition_name(node));
        self.body_parameters(node);
        let returns = self.return_type(node);
        self.builder.body.returns = returns;
        let root = self.block(node);
        let body = self.finish_body(root, Owner::Body);
        Some(Definition::Function(Arc::new(FunctionDefinition { name, body, range: head(node) })))
    }

    fn node_definition(&mut self, node: Syntax<'_>) -> Option<Definition> {
        let names = node.find(NodeKind::HostNames)?;
        let matches = names.children().filter_map(|name| self.host_match(name)).collect();
        let root = self.block(node);
        let body = self.finish_body(root, Owner::Lambdas);
        Some(Definition::Node(Arc::new(NodeDefinition { matches, body, range: head(node) })))
    }

    fn host_match(&self, name: Syntax<'_>) -> Option<HostMatch> {
        Some(match name.kind() {
            NodeKind::Default => HostMatch::Default,
            NodeKind::Regexp => HostMatch::Regexp(
                construct::regexp(&self.edition.types, &text::regexp_source(name.text())).ok()?,
            ),
            NodeKind::HostName => {
                let tokens =
                    name.own_tokens().map(|(index, _)| name.tree().token_range(index).of(name.source()));
                HostMatch::Name(tokens.collect::<String>().to_lowercase())
            }
            _ => HostMatch::Name(ast::string_value(name, &self.edition.syntax).to_lowercase()),
        })
    }

    fn alias(&mut self, node: Syntax<'_>) -> Option<Definition> {
        let (left, right) = (node.child(0)?, node.child(1)?);
        if left.kind() != NodeKind::TypeName {
            return None;
        }
        self.in_alias = true;
        let root = match right.kind() {
            NodeKind::Hash => self.object_type(None, right),
            NodeKind::ObjectBody => self.object_type(right.child(0), right.child(1)?),
            _ => self.expression(right),
        };
        self.in_alias = false;
        let body = self.finish_body(root, Owner::Lambdas);
        let name = Symbol::new(left.text());
        Some(Definition::Alias(Arc::new(AliasDefinition { name, body, range: node.range() })))
    }

    /// `{ ... }` is `Object[{ ... }]`, `Parent { ... }` is the same with a parent.
    fn object_type(&mut self, parent: Option<Syntax<'_>>, hash: Syntax<'_>) -> Operand {
        let own = parent.filter(|parent| matches!(parent.text(), "Object" | "TypeSet"));
        let name = own.map_or("Object", |own| own.text());
        let ty = construct::named(&bunraku_edition::PUPPET8.types, name).map_or(Value::Undef, Value::Type);
        let ty = self.builder.constant(ty);
        let mut operands = Vec::new();
        for entry in hash.children() {
            operands.push(self.key(entry));
            operands.push(self.entry_value(entry));
        }
        if let (Some(parent), None) = (parent, own) {
            operands.push(self.builder.constant(Value::str("parent")));
            operands.push(self.expression(parent));
        }
        let list = self.builder.list(&operands);
        let hash = self.builder.push(Expr::Hash(list), hash.range());
        let keys = self.builder.list(&[hash]);
        self.builder.push(Expr::Access { target: ty, keys }, TextRange::default())
    }
}

/// The place of a definition's head: from its keyword to its name.
fn head(node: Syntax<'_>) -> TextRange {
    let range = node.range();
    let end = match node.kind() {
        NodeKind::NodeDefinition => node.find(NodeKind::HostNames).map(|names| names.range().end),
        _ => ast::definition_name_range(node).map(|name| name.end),
    };
    TextRange::new(range.start, end.unwrap_or(range.end))
}
