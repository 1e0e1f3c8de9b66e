//! Definitions and resources in Puppet's notation.

use super::{Pn, Transform};
use crate::{
    NodeKind, SourceKind, Syntax,
    ast::{self, Definition, View},
};

impl Transform<'_> {
    pub(super) fn root(&mut self, root: Syntax<'_>, kind: SourceKind) -> Pn {
        if kind != SourceKind::Template {
            return self.block_or_expression(root.children());
        }
        let Some(root) = ast::Root::cast(root) else { return Pn::nop() };
        let parameters = root.template_parameters().and_then(ast::EppParameters::parameters);
        let body = Pn::call("epp", self.statements(root.statements()));
        let mut entries = Vec::new();
        entries.extend(self.parameters(parameters));
        entries.push(("body", Pn::List(vec![body])));
        Pn::parts("lambda", entries)
    }

    pub(super) fn definition(&mut self, node: Syntax<'_>) -> Pn {
        if let Some(definition) = Definition::cast(node) {
            return self.any_definition(definition);
        }
        match node.kind() {
            NodeKind::Resource => self.resource(node, None),
            NodeKind::ResourceDefaults => self.attributes_of(node, "resource-defaults", "type", None),
            NodeKind::ResourceOverride => self.attributes_of(node, "resource-override", "resources", None),
            NodeKind::Virtual => self.virtual_resource(node, None),
            NodeKind::Apply => self.apply(node),
            NodeKind::ObjectBody => Pn::call("=>", self.all(node.children())),
            NodeKind::HostName => ast::HostName::cast(node).map_or_else(Pn::nop, |name| Pn::str(name.name())),
            _ => Pn::nop(),
        }
    }

    fn any_definition(&mut self, definition: Definition<'_>) -> Pn {
        match definition {
            Definition::Class(class) => self.class(class),
            Definition::Define(define) => {
                let name = self.qualified(define.name());
                self.named(definition, "define", name)
            }
            Definition::Function(function) => self.named(definition, "function", function.name().to_owned()),
            Definition::Plan(plan) => {
                let name = self.qualified(plan.name());
                self.namespace.push(plan.name().to_owned());
                let result = self.named(definition, "plan", name);
                self.namespace.pop();
                result
            }
            Definition::Node(node) => self.node_definition(node),
            Definition::TypeAlias(alias) => self.type_alias(alias),
            Definition::TypeDefinition(definition) => self.type_definition(definition),
        }
    }

    /// Inside a class, a name is prefixed with that of the class.
    fn qualified(&self, name: &str) -> String {
        let whole = format!("{}::{name}", self.namespace.join("::"));
        whole.strip_prefix("::").unwrap_or(&whole).to_owned()
    }

    fn class(&mut self, class: ast::Class<'_>) -> Pn {
        let qualified = self.qualified(class.name());
        self.namespace.push(class.name().to_owned());
        let result = self.named(Definition::Class(class), "class", qualified);
        self.namespace.pop();
        result
    }

    fn named(&mut self, definition: Definition<'_>, kind: &str, name: String) -> Pn {
        let mut entries = vec![("name", Pn::str(name))];
        if let Definition::Class(class) = definition
            && let Some(parent) = class.parent()
        {
            entries.push(("parent", Pn::str(parent.name())));
        }
        entries.extend(self.parameters(definition.parameters()));
        entries.extend(self.body(definition.body()));
        if let Definition::Function(function) = definition {
            entries.extend(self.returns(function.return_type()));
        }
        Pn::parts(kind, entries)
    }

    /// Puppet has no notation for it; this one resembles that of a call with a lambda.
    fn apply(&mut self, node: Syntax<'_>) -> Pn {
        let Some(apply) = ast::Apply::cast(node) else { return Pn::nop() };
        let targets = apply.arguments().map(|arguments| self.elements(arguments.values()));
        let mut entries = vec![("args", Pn::List(targets.unwrap_or_default()))];
        entries.extend(self.body(apply.body()));
        Pn::parts("apply", entries)
    }

    fn body(&mut self, block: Option<ast::Block<'_>>) -> Option<(&'static str, Pn)> {
        let statements = self.statements(block?.statements());
        (!statements.is_empty()).then_some(("body", Pn::List(statements)))
    }

    fn returns(&mut self, returned: Option<Syntax<'_>>) -> Option<(&'static str, Pn)> {
        Some(("returns", self.expression(returned?)))
    }

    pub(super) fn lambda(&mut self, lambda: ast::Lambda<'_>) -> Pn {
        let mut entries = Vec::new();
        entries.extend(self.parameters(lambda.parameters()));
        entries.extend(self.returns(lambda.return_type()));
        entries.extend(self.body(lambda.body()));
        Pn::parts("lambda", entries)
    }

    fn parameters(&mut self, parameters: Option<ast::Parameters<'_>>) -> Option<(&'static str, Pn)> {
        let mut entries: Vec<(String, Pn)> = Vec::new();
        for parameter in parameters?.iter() {
            let mut parts = Vec::new();
            if let Some(ty) = parameter.ty() {
                parts.push(("type".to_owned(), self.expression(ty)));
            }
            if parameter.star().is_some() {
                parts.push(("splat".to_owned(), Pn::Bool(true)));
            }
            if let Some(value) = parameter.default() {
                parts.push(("value".to_owned(), self.expression(value)));
            }
            entries.push((parameter.name().to_owned(), Pn::Map(parts)));
        }
        (!entries.is_empty()).then_some(("params", Pn::Map(entries)))
    }

    fn node_definition(&mut self, node: ast::NodeDefinition<'_>) -> Pn {
        let names = node.names().map(|names| self.all(names.iter()));
        let mut entries = vec![("matches", Pn::List(names.unwrap_or_default()))];
        if let Some(parent) = node.parent().and_then(ast::NodeParent::name) {
            entries.push(("parent", self.expression(parent)));
        }
        entries.extend(self.body(node.body()));
        Pn::parts("node", entries)
    }

    fn type_alias(&mut self, alias: ast::TypeAlias<'_>) -> Pn {
        let (Some(left), Some(right)) = (alias.left(), alias.right()) else { return Pn::nop() };
        if left.kind() == NodeKind::Access {
            return Pn::call("type-mapping", vec![self.expression(left), self.expression(right)]);
        }
        let aliased = match right.kind() {
            NodeKind::ObjectBody => {
                ast::ObjectBody::cast(right).map_or_else(Pn::nop, |body| self.object_body(body))
            }
            NodeKind::Hash => {
                let object = Pn::call("qr", vec![Pn::str("Object")]);
                Pn::call("access", vec![object, self.expression(right)])
            }
            _ => self.expression(right),
        };
        Pn::call("type-alias", vec![Pn::str(left.text()), aliased])
    }

    /// `Parent { ... }` is an `Object` with a parent, unless it is `Object` or `TypeSet` itself.
    fn object_body(&mut self, body: ast::ObjectBody<'_>) -> Pn {
        let (Some(parent), Some(hash)) = (body.parent(), body.hash()) else { return Pn::nop() };
        let mut entries = self.all(hash.entries().map(View::syntax));
        let mut object = self.expression(parent.syntax());
        if !matches!(parent.text(), "Object" | "TypeSet") {
            let key = Pn::call("qn", vec![Pn::str("parent")]);
            entries.push(Pn::call("=>", vec![key, object]));
            object = Pn::call("qr", vec![Pn::str("Object")]);
        }
        Pn::call("access", vec![object, Pn::call("hash", entries)])
    }

    fn type_definition(&mut self, definition: ast::TypeDefinition<'_>) -> Pn {
        let parent = definition.parent_name().map_or(Pn::Nil, Pn::str);
        let body = definition.body().map(|block| self.statements(block.statements()));
        let body = match body {
            Some(statements) if !statements.is_empty() => Pn::call("block", statements),
            _ => Pn::nop(),
        };
        Pn::call("type-definition", vec![Pn::str(definition.name()), parent, body])
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

    /// The outermost sign counts.
    fn virtual_resource(&mut self, node: Syntax<'_>, outer: Option<&'static str>) -> Pn {
        let Some(node) = ast::Virtual::cast(node) else { return Pn::nop() };
        let form = outer.or(Some(if node.is_exported() { "exported" } else { "virtual" }));
        let Some(inner) = node.resource() else { return Pn::nop() };
        match inner.kind() {
            NodeKind::Resource => self.resource(inner, form),
            NodeKind::ResourceDefaults => self.attributes_of(inner, "resource-defaults", "type", form),
            NodeKind::ResourceOverride => self.attributes_of(inner, "resource-override", "resources", form),
            NodeKind::Virtual => self.virtual_resource(inner, form),
            _ => Pn::nop(),
        }
    }

    pub(super) fn attribute(&mut self, node: Syntax<'_>) -> Pn {
        let Some(attribute) = ast::Attribute::cast(node) else {
            return Pn::call("splat-hash", self.all(node.children()));
        };
        let value = attribute.value().map_or_else(Pn::nop, |value| self.expression(value));
        let arrow = if attribute.plus_arrow().is_some() { "+>" } else { "=>" };
        Pn::call(arrow, vec![Pn::str(attribute.name()), value])
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
