//! Resources, defaults, overrides, collectors and relationships.

use bunraku_pcore::Str;
use bunraku_syntax::{
    Syntax, TokenKind,
    ast::{self, AttributeOperation, Node, View},
};

use super::Lowering;
use crate::{
    Chain, Collector, Expr, Operand, Override, Query, Resource, ResourceAttribute, ResourceBody, ResourceForm,
};

impl Lowering {
    pub(super) fn resource(&mut self, node: Syntax<'_>) -> Operand {
        let mut inner = node;
        let mut form = ResourceForm::Regular;
        // The outermost prefix counts.
        while let Some(sign) = ast::Virtual::cast(inner) {
            if form == ResourceForm::Regular {
                form = if sign.is_exported() { ResourceForm::Exported } else { ResourceForm::Virtual };
            }
            let Some(resource) = sign.resource() else { return self.undef() };
            inner = resource;
        }
        let Some(resource) = ast::Resource::cast(inner) else { return self.expression(inner) };
        let ty = self.resource_type(resource);
        let mut bodies = Vec::new();
        for body in resource.bodies() {
            let title = self.optional(body.title());
            let attributes = self.attributes(body.attributes());
            let range = body.title().map_or(body.range(), Syntax::range);
            bodies.push(ResourceBody { title, attributes, range });
        }
        self.builder.body.resources.push(Resource { form, ty, bodies });
        let index = self.builder.body.resources.len() as u32 - 1;
        self.builder.push(Expr::Resource(index), node.range())
    }

    /// Lowers the type of a resource: a bare name is a constant string, a type name may have keys. Anything else is not
    /// a type, whatever its value; it becomes a string that cannot be mistaken for one.
    fn resource_type(&mut self, resource: ast::Resource<'_>) -> Operand {
        let operand = self.optional(resource.resource_type());
        let fits = resource.resource_type().is_some_and(|ty| match Node::of(ty) {
            Node::Name(_) | Node::TypeName(_) => true,
            Node::Access(access) => access.target().and_then(ast::TypeName::cast).is_some(),
            _ => false,
        });
        if fits {
            return operand;
        }
        let list = self.builder.list(&[operand]);
        self.builder.push(Expr::Interpolate(list), resource.range())
    }

    pub(super) fn defaults(&mut self, node: ast::ResourceDefaults<'_>) -> Operand {
        if self.in_alias {
            return self.member_type(node);
        }
        let index = self.changes(node.resource_type(), node.attributes());
        self.builder.push(Expr::Defaults(index), node.range())
    }

    pub(super) fn override_expression(&mut self, node: ast::ResourceOverride<'_>) -> Operand {
        let index = self.changes(node.resources(), node.attributes());
        self.builder.push(Expr::Override(index), node.range())
    }

    fn changes<'t>(
        &mut self,
        subject: Option<Syntax<'t>>,
        attributes: impl Iterator<Item = AttributeOperation<'t>>,
    ) -> u32 {
        let subject = self.optional(subject);
        let attributes = self.attributes(attributes);
        self.builder.body.overrides.push(Override { subject, attributes });
        self.builder.body.overrides.len() as u32 - 1
    }

    fn attributes<'t>(
        &mut self,
        nodes: impl Iterator<Item = AttributeOperation<'t>>,
    ) -> Vec<ResourceAttribute> {
        let mut attributes = Vec::new();
        for node in nodes {
            let (name, append) = match node {
                AttributeOperation::Attribute(attribute) => {
                    (Some(Str::from(attribute.name())), attribute.plus_arrow().is_some())
                }
                AttributeOperation::Splat(_) => (None, false),
            };
            let value = self.optional(node.value());
            attributes.push(ResourceAttribute { name, append, value, range: node.range() });
        }
        attributes
    }

    pub(super) fn collector(&mut self, node: ast::Collector<'_>) -> Operand {
        let ty = Str::from(node.resource_type().map_or("", Syntax::text));
        let Some(asked) = node.query() else { return self.undef() };
        let exported = asked.is_exported();
        let query = asked.condition().map(|condition| self.query(condition));
        let attributes = self.attributes(node.attributes());
        self.builder.body.collectors.push(Collector { ty, exported, query, attributes });
        let index = self.builder.body.collectors.len() as u32 - 1;
        self.builder.push(Expr::Collector(index), node.range())
    }

    fn query(&mut self, node: Syntax<'_>) -> Query {
        match Node::of(node) {
            Node::Parenthesized(parenthesized) => match parenthesized.operand() {
                Some(inner) => self.query(inner),
                None => Query::Other(self.undef()),
            },
            Node::Binary(binary) => self.binary_query(binary),
            _ => Query::Other(self.expression(node)),
        }
    }

    fn binary_query(&mut self, node: ast::Binary<'_>) -> Query {
        let (Some(left), Some(right), Some((operator, _))) = (node.left(), node.right(), node.operator())
        else {
            return Query::Other(self.undef());
        };
        match operator {
            TokenKind::And => Query::And(Box::new(self.query(left)), Box::new(self.query(right))),
            TokenKind::Or => Query::Or(Box::new(self.query(left)), Box::new(self.query(right))),
            TokenKind::Equal | TokenKind::NotEqual => Query::Compare {
                attribute: self.expression(left),
                negated: operator == TokenKind::NotEqual,
                value: self.expression(right),
                range: node.range(),
            },
            _ => Query::Other(self.expression(node.syntax())),
        }
    }

    pub(super) fn relationship(&mut self, node: ast::Relationship<'_>) -> Operand {
        let mut operands = Vec::new();
        for operand in node.operands() {
            operands.push(self.expression(operand));
        }
        let arrows = node.arrows().collect();
        let operands = self.builder.list(&operands);
        self.builder.body.chains.push(Chain { operands, arrows });
        let index = self.builder.body.chains.len() as u32 - 1;
        self.builder.push(Expr::Chain(index), node.range())
    }
}
