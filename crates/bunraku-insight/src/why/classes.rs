//! Variables from outside a definition: in classes, and at the top level.

use bunraku_diag::{Source, Sources, TextRange};
use bunraku_syntax::{
    Syntax,
    ast::{self, Node, View},
};

use super::flow::{Files, Use, assigns, one_line};

/// A block with a variable as its parameter.
pub(super) struct Block {
    /// The call that the block belongs to, without the block.
    pub head: String,
    pub range: TextRange,
    /// The variables in that call.
    pub uses: Vec<Use>,
}

/// What kind of definition code is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Class,
    Define,
    Function,
}

/// The definition that code is part of.
pub(super) struct Definition {
    pub kind: Kind,
    /// The full name in lowercase.
    pub name: String,
    /// The place of a parameter that was asked for.
    pub parameter: Option<TextRange>,
}

impl Files {
    /// The class that a class inherits from.
    pub fn parent(&mut self, sources: &Sources, class: &str) -> Option<String> {
        sources.iter().filter(|source| may_define(source, class)).find_map(|source| {
            let tree = self.tree(source);
            let mut classes = tree.root(source.text()).descendants().filter_map(ast::Class::cast);
            let found = classes.find(|found| found.name().eq_ignore_ascii_case(class))?;
            Some(found.parent()?.name().trim_start_matches("::").to_lowercase())
        })
    }

    /// Finds the assignment of a variable in the body of a class.
    pub fn assignment_in<'s>(
        &mut self,
        sources: &'s Sources,
        class: &str,
        name: &str,
    ) -> Option<(&'s Source, TextRange)> {
        sources.iter().filter(|source| may_define(source, class)).find_map(|source| {
            let tree = self.tree(source);
            let mut classes = tree.root(source.text()).descendants().filter_map(ast::Class::cast);
            let found = classes.find(|found| found.name().eq_ignore_ascii_case(class))?;
            let range = found.syntax().descendants().find_map(|node| assigned_at(node, name))?;
            Some((source, range))
        })
    }

    /// Finds the assignment of a variable outside classes, defined types and functions: at the top level or in a node.
    pub fn assignment_at_top<'s>(
        &mut self,
        sources: &'s Sources,
        name: &str,
    ) -> Option<(&'s Source, TextRange)> {
        let written = format!("${name}");
        sources.iter().filter(|source| source.text().contains(&written)).find_map(|source| {
            let tree = self.tree(source);
            let is_inside = |node: Syntax<'_>| {
                let is_definition = |outer: Syntax<'_>| {
                    matches!(
                        Node::of(outer),
                        Node::Class(_) | Node::Define(_) | Node::Function(_) | Node::Lambda(_)
                    )
                };
                node.ancestors().any(is_definition)
            };
            let mut nodes = tree.root(source.text()).descendants();
            nodes
                .find_map(|node| assigned_at(node, name).filter(|_| !is_inside(node)))
                .map(|range| (source, range))
        })
    }

    /// The class, defined type or function around a place, and where it declares a parameter of this name.
    pub fn definition(&mut self, source: &Source, range: TextRange, parameter: &str) -> Option<Definition> {
        let tree = self.tree(source);
        let node = tree.node(source.text(), tree.node_at(range))?;
        let mut outer = node.ancestors().filter_map(|node| match ast::Definition::cast(node)? {
            definition @ ast::Definition::Class(class) => Some((definition, Kind::Class, class.parameters())),
            definition @ ast::Definition::Define(define) => {
                Some((definition, Kind::Define, define.parameters()))
            }
            definition @ ast::Definition::Function(function) => {
                Some((definition, Kind::Function, function.parameters()))
            }
            _ => None,
        });
        let (definition, kind, parameters) = outer.next()?;
        let mut name = definition.name().trim_start_matches("::").to_lowercase();
        // A class inside another one has the name of both.
        for (outer, _, _) in outer {
            name = format!("{}::{name}", outer.name().trim_start_matches("::").to_lowercase());
        }
        let mut parameters = parameters.into_iter().flat_map(ast::Parameters::iter);
        let parameter = parameters.find(|known| known.name() == parameter).map(View::range);
        Some(Definition { kind, name, parameter })
    }

    /// The block around a variable that has it as a parameter.
    pub fn block(&mut self, source: &Source, used: &Use) -> Option<Block> {
        let (call, lambda) = {
            let tree = self.tree(source);
            let node = tree.node(source.text(), tree.node_at(used.range))?;
            let declares = |lambda: &ast::Lambda<'_>| {
                let mut parameters = lambda.parameters().into_iter().flat_map(ast::Parameters::iter);
                parameters.any(|parameter| parameter.name() == used.name)
            };
            let lambda = node.ancestors().filter_map(ast::Lambda::cast).find(declares)?;
            (lambda.syntax().parent()?.range(), lambda.range())
        };
        let head = TextRange::new(call.start, lambda.start);
        let uses = self.uses(source, call).into_iter().filter(|used| head.contains(used.range)).collect();
        Some(Block { head: one_line(head.of(source.text())), range: head, uses })
    }
}

/// Whether a file may define a class: it contains its name.
fn may_define(source: &Source, class: &str) -> bool {
    source.text().contains("class") && source.text().contains(class)
}

/// The place of an assignment of a variable.
fn assigned_at(node: Syntax<'_>, name: &str) -> Option<TextRange> {
    ast::Assignment::cast(node).filter(|assignment| assigns(*assignment, name)).map(View::range)
}
