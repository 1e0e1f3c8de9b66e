//! Definitions, which have separate bodies and are registered under their full names.

use std::sync::Arc;

use bunraku_diag::TextRange;
use bunraku_intern::Symbol;
use bunraku_pcore::{Value, construct};
use bunraku_syntax::{
    Syntax,
    ast::{self, AttributeOperation, Definition as DefinitionView, Node, View},
};

use super::{Lowering, builder::Builder, take::Owner};
use crate::{
    AliasDefinition, Body, ClassDefinition, DefineDefinition, Definition, Expr, FunctionDefinition,
    HostMatch, NodeDefinition, Operand,
};

impl Lowering {
    pub(super) fn definition(&mut self, node: DefinitionView<'_>) -> Operand {
        let outer = std::mem::replace(&mut self.builder, Builder::new());
        // The position in source order is reserved before nested definitions take theirs.
        let place = self.definitions.len();
        let range = node.head();
        let definition = match node {
            DefinitionView::Class(class) => Some(self.class(class, range)),
            DefinitionView::Define(define) => Some(self.define(define, range)),
            DefinitionView::Function(function) => Some(self.function_definition(function, range)),
            DefinitionView::Node(node) => self.node_definition(node, range),
            DefinitionView::TypeAlias(alias) => self.alias(alias),
            // The static checks reject the former, and plans are not compiled.
            DefinitionView::TypeDefinition(_) | DefinitionView::Plan(_) => None,
        };
        if let Some(definition) = definition {
            self.definitions.insert(place.min(self.definitions.len()), definition);
        }
        self.builder = outer;
        self.builder.push(Expr::Definition, node.range())
    }

    /// Finishes the current body.
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

    fn body_parameters(&mut self, parameters: Option<ast::Parameters<'_>>) {
        if let Some(parameters) = parameters {
            let params = self.parameters(parameters);
            self.builder.body.params = params;
        }
    }

    fn class(&mut self, node: ast::Class<'_>, range: TextRange) -> Definition {
        let qualified = self.qualified(node.name());
        self.namespace.push(node.name().to_owned());
        self.body_parameters(node.parameters());
        let root = self.block(node.body());
        self.namespace.pop();
        let parent = node.parent().map(|parent| {
            let name = parent.name();
            let range = parent.name_range().unwrap_or_else(|| parent.range());
            (Symbol::new(&name.strip_prefix("::").unwrap_or(name).to_lowercase()), range)
        });
        let body = self.finish_body(root, Owner::Lambdas);
        let name = Symbol::new(&qualified.to_lowercase());
        Definition::Class(Arc::new(ClassDefinition { name, parent, body, range }))
    }

    fn define(&mut self, node: ast::Define<'_>, range: TextRange) -> Definition {
        let name = Symbol::new(&self.qualified(node.name()).to_lowercase());
        self.body_parameters(node.parameters());
        let root = self.block(node.body());
        let body = self.finish_body(root, Owner::Lambdas);
        Definition::Define(Arc::new(DefineDefinition { name, body, range }))
    }

    fn function_definition(&mut self, node: ast::Function<'_>, range: TextRange) -> Definition {
        let name = Symbol::new(node.name());
        self.body_parameters(node.parameters());
        let returns = node.return_type().map(|ty| self.expression(ty));
        self.builder.body.returns = returns;
        let root = self.block(node.body());
        let body = self.finish_body(root, Owner::Body);
        Definition::Function(Arc::new(FunctionDefinition { name, body, range }))
    }

    fn node_definition(&mut self, node: ast::NodeDefinition<'_>, range: TextRange) -> Option<Definition> {
        let matches = node.names()?.iter().filter_map(|name| self.host_match(name)).collect();
        let root = self.block(node.body());
        let body = self.finish_body(root, Owner::Lambdas);
        Some(Definition::Node(Arc::new(NodeDefinition { matches, body, range })))
    }

    fn host_match(&self, name: Syntax<'_>) -> Option<HostMatch> {
        Some(match Node::of(name) {
            Node::Default(_) => HostMatch::Default,
            Node::Regexp(regexp) => {
                HostMatch::Regexp(construct::regexp(&self.edition.types, &regexp.pattern()).ok()?)
            }
            Node::HostName(name) => HostMatch::Name(name.name().to_lowercase()),
            Node::String(name) => HostMatch::Name(name.value(&self.edition.syntax).to_lowercase()),
            _ => HostMatch::Name(name.text().to_lowercase()),
        })
    }

    fn alias(&mut self, node: ast::TypeAlias<'_>) -> Option<Definition> {
        let (left, right) = (ast::TypeName::cast(node.left()?)?, node.right()?);
        self.in_alias = true;
        let root = match Node::of(right) {
            Node::Hash(hash) => self.object_type(None, hash),
            Node::ObjectBody(body) => match body.hash() {
                Some(hash) => self.object_type(body.parent(), hash),
                None => self.undef(),
            },
            _ => self.expression(right),
        };
        self.in_alias = false;
        let body = self.finish_body(root, Owner::Lambdas);
        let name = Symbol::new(left.text());
        Some(Definition::Alias(Arc::new(AliasDefinition { name, body, range: node.range() })))
    }

    /// Lowers `{ ... }` to `Object[{ ... }]`, and `Parent { ... }` to the same with a parent.
    fn object_type(&mut self, parent: Option<ast::TypeName<'_>>, hash: ast::Hash<'_>) -> Operand {
        let mut operands = Vec::new();
        for entry in hash.entries() {
            operands.push(self.key(entry));
            operands.push(self.entry_value(entry));
        }
        self.object_with(parent, operands, hash.range())
    }

    /// Lowers `Parent { ... }` among the types of a type set; elsewhere it would be resource defaults.
    pub(super) fn member_type(&mut self, node: ast::ResourceDefaults<'_>) -> Operand {
        let mut operands = Vec::new();
        for attribute in node.attributes() {
            let AttributeOperation::Attribute(named) = attribute else { continue };
            operands.push(self.builder.constant(Value::str(named.name())));
            operands.push(self.optional(attribute.value()));
        }
        let parent = node.resource_type().and_then(ast::TypeName::cast);
        self.object_with(parent, operands, node.range())
    }

    /// The object type or type set for alternating keys and values.
    fn object_with(
        &mut self,
        parent: Option<ast::TypeName<'_>>,
        mut operands: Vec<Operand>,
        range: TextRange,
    ) -> Operand {
        let own = parent.filter(|parent| matches!(parent.text(), "Object" | "TypeSet"));
        let name = own.map_or("Object", |own| own.text());
        let ty = construct::named(&bunraku_edition::PUPPET8.types, name).map_or(Value::Undef, Value::Type);
        let ty = self.builder.constant(ty);
        if let (Some(parent), None) = (parent, own) {
            operands.push(self.builder.constant(Value::str("parent")));
            operands.push(self.expression(parent.syntax()));
        }
        let list = self.builder.list(&operands);
        let hash = self.builder.push(Expr::Hash(list), range);
        let keys = self.builder.list(&[hash]);
        self.builder.push(Expr::Access { target: ty, keys }, TextRange::default())
    }
}
