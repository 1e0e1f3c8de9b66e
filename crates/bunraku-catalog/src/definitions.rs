//! What the files of a program define, by name.

use std::{collections::HashMap, sync::Arc};

use bunraku_intern::Symbol;
use bunraku_ir::{
    AliasDefinition, ClassDefinition, DefineDefinition, Definition, FunctionDefinition, Module,
    NodeDefinition,
};

/// The definitions that are known, by name.
#[derive(Default)]
pub struct Definitions {
    /// Classes.
    pub classes: HashMap<Symbol, Arc<ClassDefinition>>,
    /// Defined types.
    pub defines: HashMap<Symbol, Arc<DefineDefinition>>,
    /// Functions.
    pub functions: HashMap<Symbol, Arc<FunctionDefinition>>,
    /// Nodes, in the order of the text.
    pub nodes: Vec<Arc<NodeDefinition>>,
    /// Type aliases, by their names in lower case.
    pub aliases: HashMap<String, Arc<AliasDefinition>>,
}

impl Definitions {
    /// Registers what a file defines.
    pub fn add(&mut self, module: &Module) {
        for definition in &module.definitions {
            match definition {
                Definition::Class(class) => drop(self.classes.insert(class.name, Arc::clone(class))),
                Definition::Define(define) => drop(self.defines.insert(define.name, Arc::clone(define))),
                Definition::Function(function) => {
                    self.functions.insert(function.name, Arc::clone(function));
                }
                Definition::Node(node) => self.nodes.push(Arc::clone(node)),
                Definition::Alias(alias) => {
                    self.aliases.insert(alias.name.as_str().to_lowercase(), Arc::clone(alias));
                }
            }
        }
    }
}
