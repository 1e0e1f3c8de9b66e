//! What the files of a program define, by name.

use std::sync::Arc;

use bunraku_diag::{Diagnostic, Label, Source, Span, TextRange, codes};
use bunraku_intern::{FastMap, SymbolMap};
use bunraku_ir::{
    AliasDefinition, Body, ClassDefinition, DefineDefinition, Definition, FunctionDefinition, HostMatch,
    Module, NodeDefinition,
};

/// The definitions that are known, by name.
#[derive(Clone, Default)]
pub struct Definitions {
    /// Classes.
    pub classes: SymbolMap<Arc<ClassDefinition>>,
    /// Defined types.
    pub defines: SymbolMap<Arc<DefineDefinition>>,
    /// Functions.
    pub functions: SymbolMap<Arc<FunctionDefinition>>,
    /// Nodes, in the order of the text.
    pub nodes: Vec<Arc<NodeDefinition>>,
    /// Type aliases, by their names in lower case.
    pub aliases: FastMap<String, Arc<AliasDefinition>>,
}

/// Why something cannot be defined.
#[derive(Debug, Clone)]
pub struct DefinitionError {
    /// What is wrong, without places.
    diagnostic: Diagnostic,
    /// Where it is.
    at: Place,
    /// What it clashes with.
    first: Option<Place>,
}

/// A place in a file, and what is there.
#[derive(Debug, Clone)]
struct Place {
    source: Arc<Source>,
    range: TextRange,
    label: &'static str,
}

impl DefinitionError {
    /// The error with its places, which may be in two files.
    pub fn into_diagnostic(self, mut span: impl FnMut(&Arc<Source>, TextRange) -> Span) -> Diagnostic {
        let mut diagnostic = self.diagnostic.at(span(&self.at.source, self.at.range), self.at.label);
        if let Some(first) = self.first {
            let label = Label { span: span(&first.source, first.range), text: first.label.to_owned() };
            diagnostic.labels.push(label);
        }
        diagnostic
    }
}

/// Where a definition is.
type Known<'d> = (&'d Arc<Body>, TextRange);

impl Definitions {
    /// Registers what a file defines. The first thing that is defined twice is an error.
    pub fn add(&mut self, module: &Module) -> Result<(), Box<DefinitionError>> {
        for definition in &module.definitions {
            match definition {
                Definition::Class(class) => {
                    if let Some(known) = self.known_type(class.name) {
                        return twice(format!("`{}`", class.name), (&class.body, class.range), Some(known));
                    }
                    self.classes.insert(class.name, Arc::clone(class));
                }
                Definition::Define(define) => {
                    if let Some(known) = self.known_type(define.name) {
                        return twice(
                            format!("`{}`", define.name),
                            (&define.body, define.range),
                            Some(known),
                        );
                    }
                    self.defines.insert(define.name, Arc::clone(define));
                }
                Definition::Function(function) => {
                    if let Some(known) = self.functions.get(&function.name) {
                        let what = format!("the function `{}`", function.name);
                        return twice(
                            what,
                            (&function.body, function.range),
                            Some((&known.body, known.range)),
                        );
                    }
                    self.functions.insert(function.name, Arc::clone(function));
                }
                Definition::Node(node) => {
                    let bad = node.matches.iter().find_map(|matcher| match matcher {
                        HostMatch::Name(name) if name.is_empty() || name.contains(':') => Some(name),
                        _ => None,
                    });
                    if let Some(name) = bad {
                        let message = format!("'{name}' cannot be the name of a node");
                        let diagnostic = Diagnostic::error(codes::INVALID_HOST_NAME, message);
                        let help = "letters, digits, `_`, `-` and `.` are allowed";
                        let source = Arc::clone(&node.body.source);
                        let at = Place { source, range: node.range, label: "" };
                        let diagnostic = diagnostic.help(help);
                        return Err(Box::new(DefinitionError { diagnostic, at, first: None }));
                    }
                    if let Some((name, known)) = self.known_host(node) {
                        let known = Some((&known.body, known.range));
                        return twice(format!("the node `{name}`"), (&node.body, node.range), known);
                    }
                    self.nodes.push(Arc::clone(node));
                }
                Definition::Alias(alias) => {
                    let name = alias.name.as_str();
                    let known =
                        self.aliases.get(&name.to_lowercase()).map(|alias| (&alias.body, alias.range));
                    let built_in =
                        bunraku_pcore::construct::named(&bunraku_edition::PUPPET8.types, name).is_some();
                    if known.is_some() || built_in {
                        return twice(format!("the type `{name}`"), (&alias.body, alias.range), known);
                    }
                    self.aliases.insert(name.to_lowercase(), Arc::clone(alias));
                }
            }
        }
        Ok(())
    }

    /// The class or defined type of a name.
    fn known_type(&self, name: bunraku_intern::Symbol) -> Option<Known<'_>> {
        let class = self.classes.get(&name).map(|class| (&class.body, class.range));
        class.or_else(|| self.defines.get(&name).map(|define| (&define.body, define.range)))
    }

    /// A name of a node that another definition is for already.
    fn known_host(&self, node: &NodeDefinition) -> Option<(String, &NodeDefinition)> {
        let text = |matcher: &HostMatch| match matcher {
            HostMatch::Name(name) => name.clone(),
            HostMatch::Regexp(regexp) => format!("/{}/", regexp.source()),
            HostMatch::Default => "default".to_owned(),
        };
        node.matches.iter().map(text).find_map(|name| {
            let known =
                self.nodes.iter().find(|known| known.matches.iter().map(text).any(|other| other == name))?;
            Some((name, &**known))
        })
    }
}

fn twice(what: String, again: Known<'_>, first: Option<Known<'_>>) -> Result<(), Box<DefinitionError>> {
    let diagnostic = Diagnostic::error(codes::DUPLICATE_DEFINITION, format!("{what} is defined already"));
    let place = |(body, range): Known<'_>, label| Place { source: Arc::clone(&body.source), range, label };
    Err(Box::new(DefinitionError {
        diagnostic: diagnostic.help("rename or remove one of them"),
        at: place(again, "again here"),
        first: first.map(|first| place(first, "the first one")),
    }))
}
