//! What the files of a program define, by name.

use std::{collections::HashMap, sync::Arc};

use bunraku_diag::{Diagnostic, FileId, Span, TextRange, codes};
use bunraku_intern::SymbolMap;
use bunraku_ir::{
    AliasDefinition, ClassDefinition, DefineDefinition, Definition, FunctionDefinition, HostMatch, Module,
    NodeDefinition,
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
    pub aliases: HashMap<String, Arc<AliasDefinition>>,
}

impl Definitions {
    /// Registers what a file defines. The first thing that is defined twice is an error.
    pub fn add(&mut self, module: &Module, file: FileId) -> Result<(), Box<Diagnostic>> {
        let place = |range: TextRange| Span { file, range };
        let twice =
            |what: String, again: TextRange, first: Option<TextRange>| {
                let mut error =
                    Diagnostic::error(codes::DUPLICATE_DEFINITION, format!("{what} is defined already"));
                error = error.at(place(again), "again here").help("rename or remove one of them");
                error.labels.extend(first.map(|first| bunraku_diag::Label {
                    span: place(first),
                    text: "the first one".to_owned(),
                }));
                Err(Box::new(error))
            };
        for definition in &module.definitions {
            match definition {
                Definition::Class(class) => {
                    let known = self.classes.get(&class.name).map(|class| class.range);
                    let known = known.or_else(|| self.defines.get(&class.name).map(|define| define.range));
                    if known.is_some() {
                        return twice(format!("`{}`", class.name), class.range, known);
                    }
                    self.classes.insert(class.name, Arc::clone(class));
                }
                Definition::Define(define) => {
                    let known = self.classes.get(&define.name).map(|class| class.range);
                    let known = known.or_else(|| self.defines.get(&define.name).map(|define| define.range));
                    if known.is_some() {
                        return twice(format!("`{}`", define.name), define.range, known);
                    }
                    self.defines.insert(define.name, Arc::clone(define));
                }
                Definition::Function(function) => {
                    let known = self.functions.get(&function.name).map(|function| function.range);
                    if known.is_some() {
                        return twice(format!("the function `{}`", function.name), function.range, known);
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
                        let error = Diagnostic::error(codes::INVALID_HOST_NAME, message);
                        let help = "letters, digits, `_`, `-` and `.` are allowed";
                        return Err(Box::new(error.at(place(node.range), "").help(help)));
                    }
                    if let Some(name) = self.known_host(node) {
                        return twice(format!("the node `{}`", name.0), node.range, Some(name.1));
                    }
                    self.nodes.push(Arc::clone(node));
                }
                Definition::Alias(alias) => {
                    let name = alias.name.as_str();
                    let known = self.aliases.get(&name.to_lowercase()).map(|alias| alias.range);
                    let built_in =
                        bunraku_pcore::construct::named(&bunraku_edition::PUPPET8.types, name).is_some();
                    if known.is_some() || built_in {
                        return twice(format!("the type `{name}`"), alias.range, known);
                    }
                    self.aliases.insert(name.to_lowercase(), Arc::clone(alias));
                }
            }
        }
        Ok(())
    }

    /// A name of a node that another definition is for already.
    fn known_host(&self, node: &NodeDefinition) -> Option<(String, TextRange)> {
        let text = |matcher: &HostMatch| match matcher {
            HostMatch::Name(name) => name.clone(),
            HostMatch::Regexp(regexp) => format!("/{}/", regexp.source()),
            HostMatch::Default => "default".to_owned(),
        };
        node.matches.iter().map(text).find_map(|name| {
            let known =
                self.nodes.iter().find(|known| known.matches.iter().map(text).any(|other| other == name))?;
            Some((name, known.range))
        })
    }
}
