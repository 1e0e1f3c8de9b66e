//! Resources, defaults, overrides, collectors and relationships.

use bunraku_pcore::Str;
use bunraku_syntax::{NodeKind, Syntax, TokenKind, ast};

use super::Lowering;
use crate::{
    Chain, Collector, Expr, Operand, Override, Query, Resource, ResourceAttribute, ResourceBody, ResourceForm,
};

impl Lowering {
    pub(super) fn resource(&mut self, node: Syntax<'_>) -> Operand {
        let mut inner = node;
        let mut form = ResourceForm::Regular;
        while inner.kind() == NodeKind::Virtual {
            if form == ResourceForm::Regular {
                let exported = inner.first_token() == Some(TokenKind::AtAt);
                form = if exported { ResourceForm::Exported } else { ResourceForm::Virtual };
            }
            let Some(child) = inner.child(0) else { return self.undef() };
            inner = child;
        }
        if inner.kind() != NodeKind::Resource {
            return self.expression(inner);
        }
        let ty = self.resource_type(inner);
        let mut bodies = Vec::new();
        for body in inner.children().skip(1) {
            let title = self.child(body, 0);
            let attributes = self.attributes(body.children().skip(1));
            let range = body.child(0).map_or(body.range(), Syntax::range);
            bodies.push(ResourceBody { title, attributes, range });
        }
        self.builder.body.resources.push(Resource { form, ty, bodies });
        let index = self.builder.body.resources.len() as u32 - 1;
        self.builder.push(Expr::Resource(index), node.range())
    }

    /// The type of a resource: a bare name is a constant text, a type name may have keys. Anything else is no type,
    /// whatever its value; it becomes a text that cannot be taken for one.
    fn resource_type(&mut self, resource: Syntax<'_>) -> Operand {
        let operand = self.child(resource, 0);
        let named = |ty: Syntax<'_>| ty.child(0).is_some_and(|left| left.kind() == NodeKind::TypeName);
        let fits = resource.child(0).is_some_and(|ty| match ty.kind() {
            NodeKind::Name | NodeKind::TypeName => true,
            NodeKind::Access => named(ty),
            _ => false,
        });
        if fits {
            return operand;
        }
        let list = self.builder.list(&[operand]);
        self.builder.push(Expr::Interpolate(list), resource.range())
    }

    pub(super) fn override_expression(&mut self, node: Syntax<'_>) -> Operand {
        let subject = self.child(node, 0);
        let attributes = self.attributes(node.children().skip(1));
        self.builder.body.overrides.push(Override { subject, attributes });
        let index = self.builder.body.overrides.len() as u32 - 1;
        let defaults = node.kind() == NodeKind::ResourceDefaults;
        self.builder.push(if defaults { Expr::Defaults(index) } else { Expr::Override(index) }, node.range())
    }

    fn attributes<'t>(&mut self, nodes: impl Iterator<Item = Syntax<'t>>) -> Vec<ResourceAttribute> {
        let mut attributes = Vec::new();
        for node in nodes {
            let (name, arrow) = match node.kind() {
                NodeKind::Attribute => {
                    let (name, arrow) = ast::attribute(node);
                    (Some(Str::from(name)), arrow)
                }
                NodeKind::AttributeSplat => (None, TokenKind::FatArrow),
                _ => continue,
            };
            let value = self.child(node, 0);
            let append = arrow == TokenKind::PlusArrow;
            attributes.push(ResourceAttribute { name, append, value, range: node.range() });
        }
        attributes
    }

    pub(super) fn collector(&mut self, node: Syntax<'_>) -> Operand {
        let ty = Str::from(node.child(0).map_or("", Syntax::text));
        let Some(query_node) = node.find(NodeKind::Query) else { return self.undef() };
        let exported = query_node.first_token() == Some(TokenKind::LLCollect);
        let query = query_node.child(0).map(|query| self.query(query));
        let attributes = self.attributes(node.children().skip(2));
        self.builder.body.collectors.push(Collector { ty, exported, query, attributes });
        let index = self.builder.body.collectors.len() as u32 - 1;
        self.builder.push(Expr::Collector(index), node.range())
    }

    fn query(&mut self, node: Syntax<'_>) -> Query {
        let inner = node.child(0);
        match (node.kind(), ast::operator(node).map(|(kind, _)| kind)) {
            (NodeKind::Parenthesized, _) => match inner {
                Some(inner) => self.query(inner),
                None => Query::Other(self.undef()),
            },
            (NodeKind::Binary, Some(kind @ (TokenKind::And | TokenKind::Or))) => {
                let (Some(left), Some(right)) = (inner, node.child(1)) else {
                    return Query::Other(self.undef());
                };
                let (left, right) = (Box::new(self.query(left)), Box::new(self.query(right)));
                if kind == TokenKind::And { Query::And(left, right) } else { Query::Or(left, right) }
            }
            (NodeKind::Binary, Some(kind @ (TokenKind::Equal | TokenKind::NotEqual))) => Query::Compare {
                attribute: self.child(node, 0),
                negated: kind == TokenKind::NotEqual,
                value: self.child(node, 1),
                range: node.range(),
            },
            _ => Query::Other(self.expression(node)),
        }
    }

    pub(super) fn relationship(&mut self, node: Syntax<'_>) -> Operand {
        let nodes: Vec<Syntax<'_>> = node.children().collect();
        let mut operands = Vec::with_capacity(nodes.len());
        for node in nodes {
            operands.push(self.expression(node));
        }
        let arrows = node.own_tokens().map(|(index, kind)| (kind, node.tree().token_range(index))).collect();
        let operands = self.builder.list(&operands);
        self.builder.body.chains.push(Chain { operands, arrows });
        let index = self.builder.body.chains.len() as u32 - 1;
        self.builder.push(Expr::Chain(index), node.range())
    }
}
