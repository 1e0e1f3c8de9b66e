//! The definitions in the files of a program, by name.

use std::sync::Arc;

use bunraku_diag::{Diagnostic, Source, TextRange, codes};
use bunraku_intern::{FastMap, Symbol, SymbolMap};
use bunraku_ir::{
    AliasDefinition, Body, ClassDefinition, DefineDefinition, Definition, FunctionDefinition, HostMatch,
    Module, NodeDefinition,
};

use crate::node::regexp_title;

/// Known definitions, by name.
#[derive(Clone, Default)]
pub struct Definitions {
    /// Classes, by full name.
    pub classes: SymbolMap<Arc<ClassDefinition>>,
    /// Defined types, by full name.
    pub defines: SymbolMap<Arc<DefineDefinition>>,
    /// Functions, by full name.
    pub functions: SymbolMap<Arc<FunctionDefinition>>,
    /// Node definitions, in source order.
    pub nodes: Vec<Arc<NodeDefinition>>,
    /// The first definition for each name, pattern or `default` of a node.
    hosts: FastMap<String, Arc<NodeDefinition>>,
    /// Type aliases, by name in lowercase.
    pub aliases: FastMap<String, Arc<AliasDefinition>>,
}

/// A definition that conflicts with another one.
#[derive(Debug, Clone)]
pub struct DefinitionError {
    /// The conflict, with both places.
    pub diagnostic: Diagnostic,
    /// The files that the places are in: two, if the conflict is with a definition in another file.
    pub sources: Vec<Arc<Source>>,
}

type Added = Result<(), Box<DefinitionError>>;

/// The place of a definition.
type Known<'d> = (&'d Arc<Body>, TextRange);

impl Definitions {
    /// Registers the definitions of a file. The first duplicate is an error.
    pub fn add(&mut self, module: &Module) -> Result<(), Box<DefinitionError>> {
        for definition in &module.definitions {
            match definition {
                Definition::Class(class) => {
                    self.check_type(class.name, (&class.body, class.range))?;
                    self.classes.insert(class.name, Arc::clone(class));
                }
                Definition::Define(define) => {
                    self.check_type(define.name, (&define.body, define.range))?;
                    self.defines.insert(define.name, Arc::clone(define));
                }
                Definition::Function(function) => self.add_function(function)?,
                Definition::Node(node) => self.add_node(node)?,
                Definition::Alias(alias) => self.add_alias(alias)?,
            }
        }
        Ok(())
    }

    fn add_function(&mut self, function: &Arc<FunctionDefinition>) -> Added {
        if let Some(known) = self.functions.get(&function.name) {
            let what = format!("the function `{}`", function.name);
            return twice(what, (&function.body, function.range), Some((&known.body, known.range)));
        }
        self.functions.insert(function.name, Arc::clone(function));
        Ok(())
    }

    fn add_node(&mut self, node: &Arc<NodeDefinition>) -> Added {
        let place = (&node.body, node.range);
        let bad = node.matches.iter().find_map(|matcher| match matcher {
            HostMatch::Name(name) if name.is_empty() || name.contains(':') => Some(name),
            _ => None,
        });
        if let Some(name) = bad {
            let message = format!("'{name}' is not a valid node name");
            let diagnostic = Diagnostic::error(codes::INVALID_HOST_NAME, message);
            let help = "letters, digits, `_`, `-` and `.` are allowed";
            let source = Arc::clone(&node.body.source);
            let diagnostic = diagnostic.at(source.span(node.range), "").help(help);
            return Err(Box::new(DefinitionError { diagnostic, sources: vec![source] }));
        }
        let class = node.matches.iter().find_map(|matcher| match matcher {
            HostMatch::Name(name) => self.classes.get(&Symbol::find(name)?),
            _ => None,
        });
        if let Some(class) = class {
            return twice(format!("`{}`", class.name), place, Some((&class.body, class.range)));
        }
        if let Some((name, known)) = self.known_host(node) {
            return twice(format!("the node `{name}`"), place, Some((&known.body, known.range)));
        }
        for name in node.matches.iter().map(host_name) {
            if self.hosts.contains_key(&name) {
                return twice(format!("the node `{name}`"), place, None);
            }
            self.hosts.insert(name, Arc::clone(node));
        }
        self.nodes.push(Arc::clone(node));
        Ok(())
    }

    fn add_alias(&mut self, alias: &Arc<AliasDefinition>) -> Added {
        let name = alias.name.as_str();
        let known = self.aliases.get(&name.to_lowercase()).map(|alias| (&alias.body, alias.range));
        let built_in = RESOURCE_TYPES.iter().any(|known| known.eq_ignore_ascii_case(name))
            || bunraku_pcore::construct::named(&bunraku_edition::PUPPET8.types, name).is_some();
        if known.is_some() || built_in {
            return twice(format!("the type `{name}`"), (&alias.body, alias.range), known);
        }
        self.aliases.insert(name.to_lowercase(), Arc::clone(alias));
        Ok(())
    }

    /// Rejects a second class or defined type of a name; they share a namespace.
    fn check_type(&self, name: Symbol, place: Known<'_>) -> Added {
        let class = self.classes.get(&name).map(|class| (&class.body, class.range));
        let known = class.or_else(|| self.defines.get(&name).map(|define| (&define.body, define.range)));
        match known {
            Some(known) => twice(format!("`{name}`"), place, Some(known)),
            None => Ok(()),
        }
    }

    /// The name of a node that another definition already matches.
    fn known_host(&self, node: &NodeDefinition) -> Option<(String, &NodeDefinition)> {
        node.matches.iter().map(host_name).find_map(|name| {
            let known = self.hosts.get(&name)?;
            Some((name, &**known))
        })
    }
}

/// The resource types whose names cannot become aliases: Puppet's loader knows them before it reads any manifest.
/// Others, such as those of modules, can be hidden by an alias.
const RESOURCE_TYPES: [&str; 15] = [
    "Component",
    "Exec",
    "File",
    "Filebucket",
    "Group",
    "Node",
    "Notify",
    "Package",
    "Resources",
    "Schedule",
    "Service",
    "Stage",
    "Tidy",
    "User",
    "Whit",
];

/// The key by which two definitions are recognized as being for the same node.
fn host_name(matcher: &HostMatch) -> String {
    match matcher {
        HostMatch::Name(name) => name.clone(),
        HostMatch::Regexp(regexp) => regexp_title(regexp.source()),
        HostMatch::Default => "default".to_owned(),
    }
}

fn twice(what: String, again: Known<'_>, first: Option<Known<'_>>) -> Added {
    let span = |(body, range): Known<'_>| body.source.span(range);
    let diagnostic = Diagnostic::error(codes::DUPLICATE_DEFINITION, format!("{what} is already defined"));
    let mut diagnostic =
        diagnostic.at(span(again), "defined again here").help("rename or remove one of them");
    if let Some(first) = first {
        diagnostic = diagnostic.label(span(first), "first defined here");
    }
    let sources = [Some(again), first].into_iter().flatten();
    let sources = sources.map(|(body, _)| Arc::clone(&body.source)).collect();
    Err(Box::new(DefinitionError { diagnostic, sources }))
}
