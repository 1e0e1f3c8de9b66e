//! Resolves variables: what sets them, in the file or outside.

use bunraku_pcore::Type;
use bunraku_resources::METAPARAMETERS;
use bunraku_syntax::Syntax;
use bunraku_syntax::ast::{self, Node, View};

use crate::calls::union;
use crate::model::{Scope, ScopeKind, Use, VariableKind, Visible, are_exclusive, branches};
use crate::project::Lookup;
use crate::walk::Walk;
use crate::{bare, facts, narrow};

/// Whether a variable is set everywhere: by Puppet itself, or as a parameter of every resource.
fn is_always_set(name: &str) -> bool {
    SET_BY_PUPPET.contains(&name) || METAPARAMETERS.contains(&name)
}

const SET_BY_PUPPET: &[&str] = &[
    "name",
    "title",
    "module_name",
    "caller_module_name",
    "facts",
    "trusted",
    "server_facts",
    "environment",
    "clientcert",
    "clientversion",
    "clientnoop",
    "servername",
    "serverip",
    "serverip6",
    "serverversion",
    "settings",
    "agent_specified_environment",
];

/// How many places that set a name are examined.
const MOST_PLACES: usize = 40;

impl<'t> Walk<'t, '_> {
    /// A variable that is read.
    pub(crate) fn read(&mut self, node: Syntax<'t>, name: &'t str) -> Type {
        if let Node::Variable(variable) = Node::of(node)
            && variable.is_boolean()
        {
            return Type::Boolean(None);
        }
        let visible = self.visible(node, name);
        let mut ty = match &visible {
            Visible::Set(variables) => {
                let mut types = Vec::new();
                for index in variables {
                    if let Some(variable) = self.model.variables.get_mut(*index) {
                        variable.reads += 1;
                        types.push(variable.ty.clone());
                    }
                }
                union(types)
            }
            Visible::Elsewhere => self.outside(name),
            _ => Type::Any,
        };
        for (narrowed, narrow) in &self.narrowed {
            if *narrowed == name {
                ty = narrow::apply(&ty, narrow);
            }
        }
        self.model.uses.push(Use { name, node, scope: self.scope, visible });
        ty
    }

    /// The type of a variable that is set outside the file.
    fn outside(&self, name: &str) -> Type {
        let bare = bare(name);
        match bare {
            "title" | "name" | "module_name" | "environment" => Type::String(None),
            "trusted" => facts::trusted(),
            "facts" => Type::hash(Type::String(None), Type::Any, None),
            _ => {
                let Some((class, parameter)) = bare.rsplit_once("::") else {
                    return facts::entry(bare, None);
                };
                let Some(project) = self.project else { return Type::Any };
                match project.class(class) {
                    Lookup::Found(class) => class
                        .parameter(parameter)
                        .map_or(Type::Any, |parameter| project.parameter_type(parameter)),
                    _ => Type::Any,
                }
            }
        }
    }

    /// What sets a variable.
    fn visible(&self, node: Syntax<'t>, name: &'t str) -> Visible {
        if name.starts_with(|c: char| c.is_ascii_digit()) || name.is_empty() {
            return Visible::Elsewhere;
        }
        if name.contains("::") {
            return self.qualified(name);
        }
        let mut place = None;
        let mut at = Some(self.scope);
        let mut body = None;
        while let Some(scope) = at.and_then(|at| self.model.scopes.get(at)) {
            if let Some(found) = scope.names.get(name) {
                if found.len() > MOST_PLACES {
                    return Visible::Unknown;
                }
                let here = place.get_or_insert_with(|| branches(node));
                let reaches = |index: &&usize| {
                    self.model.variables.get(**index).is_some_and(|variable| {
                        variable.kind != VariableKind::Assigned
                            || !are_exclusive(&branches(variable.node), here)
                    })
                };
                let found: Vec<usize> = found.iter().filter(reaches).copied().collect();
                if !found.is_empty() {
                    return Visible::Set(found);
                }
            }
            body = Some(scope);
            at = scope.parent;
        }
        let Some(body) = body else { return Visible::Unknown };
        self.outer(body, name)
    }

    /// What sets a variable outside the body that reads it.
    fn outer(&self, body: &Scope<'t>, name: &str) -> Visible {
        if is_always_set(name) || facts::is_known(name) {
            return Visible::Elsewhere;
        }
        let Some(project) = self.project else { return Visible::Unknown };
        if project.is_fact(name) {
            return Visible::Elsewhere;
        }
        let looked = match body.kind {
            ScopeKind::Class => {
                let class = ast::Class::cast(body.node);
                let parent = class.and_then(ast::Class::parent).map(|parent| parent.name());
                match parent {
                    Some(parent) => match self.class_sets(parent, name, 0) {
                        Lookup::Found(()) => return Visible::Elsewhere,
                        Lookup::Unknown => return Visible::Unknown,
                        Lookup::Missing => {
                            format!("class `{}`, its parent `{parent}` and the facts", body.name)
                        }
                    },
                    None => format!("class `{}` and the facts", body.name),
                }
            }
            ScopeKind::Define => format!("defined type `{}` and the facts", body.name),
            ScopeKind::Function => format!("function `{}` and the facts", body.name),
            // Templates without parameters see what their callers pass.
            ScopeKind::Template if !has_parameters(body.node) => return Visible::Unknown,
            ScopeKind::Template => "the parameters of the template and the facts".to_owned(),
            ScopeKind::Node => "the node and the facts".to_owned(),
            ScopeKind::Top => "the file and the facts".to_owned(),
            ScopeKind::Lambda => return Visible::Unknown,
        };
        Visible::Nothing(looked)
    }

    fn qualified(&self, name: &str) -> Visible {
        let bare = name.strip_prefix("::").unwrap_or(name);
        let Some((class, variable)) = bare.rsplit_once("::") else {
            return if is_always_set(bare) || facts::is_known(bare) {
                Visible::Elsewhere
            } else {
                Visible::Unknown
            };
        };
        if class == "settings"
            || matches!(variable, "title" | "name" | "module_name" | "caller_module_name")
            || is_always_set(variable)
        {
            return Visible::Elsewhere;
        }
        match self.class_sets(class, variable, 0) {
            Lookup::Found(()) => Visible::Elsewhere,
            Lookup::Unknown => Visible::Unknown,
            Lookup::Missing => match self.project.map(|project| project.class(class)) {
                Some(Lookup::Missing) if !self.classes.contains_key(class) => {
                    Visible::Nothing(format!("class `{class}`, which does not exist"))
                }
                _ => Visible::Nothing(format!("class `{class}`")),
            },
        }
    }

    /// Whether a class or one of its ancestors sets a variable.
    fn class_sets(&self, class: &str, variable: &str, depth: usize) -> Lookup<()> {
        if depth > 20 {
            return Lookup::Unknown;
        }
        let class = bare(class);
        if let Some(class) = self.classes.get(class) {
            let set = crate::around::set_below(class.syntax(), true);
            return match class.parent().map(|parent| parent.name()) {
                _ if set.contains(variable) => Lookup::Found(()),
                Some(parent) => self.class_sets(parent, variable, depth + 1),
                None => Lookup::Missing,
            };
        }
        let Some(project) = self.project else { return Lookup::Unknown };
        match project.class(class) {
            Lookup::Found(class) => {
                if class.variables.contains(variable) || class.parameter(variable).is_some() {
                    return Lookup::Found(());
                }
                match &class.parent {
                    Some(parent) => self.class_sets(parent, variable, depth + 1),
                    None => Lookup::Missing,
                }
            }
            Lookup::Missing => Lookup::Missing,
            Lookup::Unknown => Lookup::Unknown,
        }
    }
}

fn has_parameters(root: Syntax<'_>) -> bool {
    ast::Root::cast(root).is_some_and(|template| template.template_parameters().is_some())
}
