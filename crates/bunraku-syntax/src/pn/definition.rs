//! Definitions and resources in Puppet's notation.

use super::{Pn, Transform};
use crate::{
    SourceKind, TokenKind, ast,
    tree::{NodeKind, Syntax},
};

impl Transform<'_> {
    pub(super) fn root(&mut self, root: Syntax<'_>, kind: SourceKind) -> Pn {
        if kind == SourceKind::Manifest {
            return self.block_or_expression(root.children());
        }
        let parameters = root.find(NodeKind::EppParameters).and_then(|node| node.child(0));
        let statements = root.children().filter(|child| child.kind() != NodeKind::EppParameters);
        let body = Pn::call("epp", self.statements(statements));
        let mut entries = Vec::new();
        entries.extend(self.parameters(parameters));
        entries.push(("body", Pn::List(vec![body])));
        Pn::parts("lambda", entries)
    }

    pub(super) fn definition(&mut self, node: Syntax<'_>) -> Pn {
        match node.kind() {
            NodeKind::Class => self.class(node),
            NodeKind::Define => {
                let name = self.qualified(ast::definition_name(node));
                self.named(node, "define", name)
            }
            NodeKind::Function => {
                let name = ast::definition_name(node).to_owned();
                self.named(node, "function", name)
            }
            NodeKind::NodeDefinition => self.node_definition(node),
            NodeKind::TypeAlias => self.type_alias(node),
            NodeKind::TypeDefinition => self.type_definition(node),
            NodeKind::Resource => self.resource(node, None),
            NodeKind::ResourceDefaults => self.attributes_of(node, "resource-defaults", "type", None),
            NodeKind::ResourceOverride => self.attributes_of(node, "resource-override", "resources", None),
            NodeKind::Virtual => self.virtual_resource(node, None),
            NodeKind::ObjectBody => Pn::call("=>", self.all(node.children())),
            NodeKind::HostName => Pn::str(host_name(node)),
            _ => Pn::nop(),
        }
    }

    /// Inside of a class, a name has the class's in front of it.
    fn qualified(&self, name: &str) -> String {
        let whole = format!("{}::{name}", self.namespace.join("::"));
        whole.strip_prefix("::").unwrap_or(&whole).to_owned()
    }

    fn class(&mut self, node: Syntax<'_>) -> Pn {
        let name = ast::definition_name(node);
        let qualified = self.qualified(name);
        self.namespace.push(name.to_owned());
        let result = self.named(node, "class", qualified);
        self.namespace.pop();
        result
    }

    fn named(&mut self, node: Syntax<'_>, kind: &str, name: String) -> Pn {
        let mut entries = vec![("name", Pn::str(name))];
        if let Some(parent) = node.find(NodeKind::ClassParent) {
            entries.push(("parent", Pn::str(ast::definition_name(parent))));
        }
        entries.extend(self.parameters(node.find(NodeKind::Parameters)));
        entries.extend(self.body(node));
        entries.extend(self.returns(node));
        Pn::parts(kind, entries)
    }

    fn body(&mut self, node: Syntax<'_>) -> Option<(&'static str, Pn)> {
        let block = node.find(NodeKind::Block)?;
        let statements = self.statements(block.children());
        (!statements.is_empty()).then_some(("body", Pn::List(statements)))
    }

    fn returns(&mut self, node: Syntax<'_>) -> Option<(&'static str, Pn)> {
        let returned = node.find(NodeKind::ReturnType)?.child(0)?;
        Some(("returns", self.expression(returned)))
    }

    pub(super) fn lambda(&mut self, node: Syntax<'_>) -> Pn {
        let mut entries = Vec::new();
        entries.extend(self.parameters(node.find(NodeKind::Parameters)));
        entries.extend(self.returns(node));
        entries.extend(self.body(node));
        Pn::parts("lambda", entries)
    }

    fn parameters(&mut self, node: Option<Syntax<'_>>) -> Option<(&'static str, Pn)> {
        let node = node?;
        let entries: Vec<(String, Pn)> = node
            .children()
            .filter(|child| child.kind() == NodeKind::Parameter)
            .map(|parameter| {
                let mut entries = Vec::new();
                for child in parameter.children() {
                    if child.kind() == NodeKind::ParameterDefault {
                        if let Some(value) = child.child(0) {
                            entries.push(("value".to_owned(), self.expression(value)));
                        }
                    } else {
                        entries.push(("type".to_owned(), self.expression(child)));
                    }
                }
                if parameter.own_token(|kind| kind == TokenKind::Star).is_some() {
                    let at = entries.iter().take_while(|(key, _)| key == "type").count();
                    entries.insert(at, ("splat".to_owned(), Pn::Bool(true)));
                }
                (ast::parameter_name(parameter).to_owned(), Pn::Map(entries))
            })
            .collect();
        (!entries.is_empty()).then_some(("params", Pn::Map(entries)))
    }

    fn node_definition(&mut self, node: Syntax<'_>) -> Pn {
        let names = node.find(NodeKind::HostNames).map(|names| self.all(names.children()));
        let mut entries = vec![("matches", Pn::List(names.unwrap_or_default()))];
        if let Some(parent) = node.find(NodeKind::NodeParent).and_then(|parent| parent.child(0)) {
            entries.push(("parent", self.expression(parent)));
        }
        entries.extend(self.body(node));
        Pn::parts("node", entries)
    }

    fn type_alias(&mut self, node: Syntax<'_>) -> Pn {
        let (Some(left), Some(right)) = (node.child(0), node.child(1)) else { return Pn::nop() };
        if left.kind() == NodeKind::Access {
            return Pn::call("type-mapping", vec![self.expression(left), self.expression(right)]);
        }
        let aliased = match right.kind() {
            NodeKind::ObjectBody => self.object_body(right),
            NodeKind::Hash => {
                let object = Pn::call("qr", vec![Pn::str("Object")]);
                Pn::call("access", vec![object, self.expression(right)])
            }
            _ => self.expression(right),
        };
        Pn::call("type-alias", vec![Pn::str(left.text()), aliased])
    }

    /// `Parent { ... }` is an `Object` with a parent, unless it is `Object` or `TypeSet` itself.
    fn object_body(&mut self, node: Syntax<'_>) -> Pn {
        let (Some(parent), Some(hash)) = (node.child(0), node.child(1)) else { return Pn::nop() };
        let mut entries = self.all(hash.children());
        let mut object = self.expression(parent);
        if !matches!(parent.text(), "Object" | "TypeSet") {
            let key = Pn::call("qn", vec![Pn::str("parent")]);
            entries.push(Pn::call("=>", vec![key, object]));
            object = Pn::call("qr", vec![Pn::str("Object")]);
        }
        Pn::call("access", vec![object, Pn::call("hash", entries)])
    }

    fn type_definition(&mut self, node: Syntax<'_>) -> Pn {
        let names: Vec<&str> = node
            .own_tokens()
            .filter(|&(_, kind)| kind == TokenKind::Ref)
            .map(|(index, _)| node.tree().token_range(index).of(node.source()))
            .collect();
        let parent = names.get(1).map_or(Pn::Nil, |parent| Pn::str(*parent));
        let body = node.find(NodeKind::Block).map(|block| self.statements(block.children()));
        let body = match body {
            Some(statements) if !statements.is_empty() => Pn::call("block", statements),
            _ => Pn::nop(),
        };
        let name = names.first().copied().unwrap_or("");
        Pn::call("type-definition", vec![Pn::str(name), parent, body])
    }

    fn resource(&mut self, node: Syntax<'_>, form: Option<&str>) -> Pn {
        let mut children = node.children();
        let kind = self.next(&mut children);
        let bodies = children.map(|body| {
            let mut parts = body.children();
            let title = self.next(&mut parts);
            let operations = Pn::List(self.all(parts));
            Pn::Map(vec![("title".to_owned(), title), ("ops".to_owned(), operations)])
        });
        let mut entries = vec![("type", kind), ("bodies", Pn::List(bodies.collect()))];
        entries.extend(form.map(|form| ("form", Pn::str(form))));
        Pn::parts("resource", entries)
    }

    fn attributes_of(
        &mut self,
        node: Syntax<'_>,
        name: &str,
        subject: &'static str,
        form: Option<&str>,
    ) -> Pn {
        let mut children = node.children();
        let left = self.next(&mut children);
        let mut entries = vec![(subject, left), ("ops", Pn::List(self.all(children)))];
        entries.extend(form.map(|form| ("form", Pn::str(form))));
        Pn::parts(name, entries)
    }

    /// The outermost sign decides.
    fn virtual_resource(&mut self, node: Syntax<'_>, outer: Option<&'static str>) -> Pn {
        let exported = node.first_token() == Some(TokenKind::AtAt);
        let form = outer.or(Some(if exported { "exported" } else { "virtual" }));
        let Some(inner) = node.child(0) else { return Pn::nop() };
        match inner.kind() {
            NodeKind::Resource => self.resource(inner, form),
            NodeKind::ResourceDefaults => self.attributes_of(inner, "resource-defaults", "type", form),
            NodeKind::ResourceOverride => self.attributes_of(inner, "resource-override", "resources", form),
            NodeKind::Virtual => self.virtual_resource(inner, form),
            _ => Pn::nop(),
        }
    }

    pub(super) fn attribute(&mut self, node: Syntax<'_>) -> Pn {
        if node.kind() == NodeKind::AttributeSplat {
            return Pn::call("splat-hash", self.all(node.children()));
        }
        let (name, operator) = ast::attribute(node);
        let value = node.child(0).map_or_else(Pn::nop, |value| self.expression(value));
        let arrow = if operator == TokenKind::PlusArrow { "+>" } else { "=>" };
        Pn::call(arrow, vec![Pn::str(name), value])
    }

    pub(super) fn collector(&mut self, node: Syntax<'_>) -> Pn {
        let mut children = node.children();
        let kind = self.next(&mut children);
        let query = self.next(&mut children);
        let operations = self.all(children);
        let mut entries = vec![("type", kind), ("query", query)];
        if !operations.is_empty() {
            entries.push(("ops", Pn::List(operations)));
        }
        Pn::parts("collect", entries)
    }
}

/// A bare host name, without the blanks and comments that may stand around its dots.
fn host_name(node: Syntax<'_>) -> String {
    node.own_tokens().map(|(index, _)| node.tree().token_range(index).of(node.source())).collect()
}
