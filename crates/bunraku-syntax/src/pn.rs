//! Puppet's own notation for syntax trees, PN: the output of `puppet parser dump --format pn|json`.
//!
//! It shows the tree as Puppet's parser sees it, so that both can be compared file by file. It is meant for files
//! without syntax errors; missing nodes are shown as `(nop)`.

mod definition;
mod expression;
mod print;

use bunraku_edition::SyntaxRules;

use crate::{Syntax, Tree};

/// The tree as PN: `(block (= (var "a") 1))`.
pub fn text(tree: &Tree, source: &str, rules: &SyntaxRules) -> String {
    let mut out = String::new();
    print::text(program(tree, source, rules), &mut out);
    out
}

/// The tree as JSON: `{"^":["=",{"^":["var","a"]},1]}`.
pub fn json(tree: &Tree, source: &str, rules: &SyntaxRules) -> String {
    let mut out = String::new();
    print::json(program(tree, source, rules), &mut out);
    out
}

fn program(tree: &Tree, source: &str, rules: &SyntaxRules) -> Pn {
    let mut transform = Transform { rules, namespace: Vec::new() };
    transform.root(tree.root(source), tree.kind())
}

/// A value of the notation.
enum Pn {
    Nil,
    Bool(bool),
    /// A number as written.
    Number(String),
    Str(String),
    List(Vec<Pn>),
    Map(Vec<(String, Pn)>),
    Call(String, Vec<Pn>),
}

impl Pn {
    fn call(name: &str, elements: Vec<Pn>) -> Pn {
        Pn::Call(name.to_owned(), elements)
    }

    fn str(text: impl Into<String>) -> Pn {
        Pn::Str(text.into())
    }

    /// A call with a map of named parts.
    fn parts(name: &str, entries: Vec<(&str, Pn)>) -> Pn {
        let entries = entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        Pn::call(name, vec![Pn::Map(entries)])
    }

    fn nop() -> Pn {
        Pn::call("nop", Vec::new())
    }
}

struct Transform<'r> {
    rules: &'r SyntaxRules,
    /// The names of the enclosing classes, which are part of the names of nested definitions.
    namespace: Vec<String>,
}

impl Transform<'_> {
    /// The next node; `(nop)` if there is none.
    fn next<'t>(&mut self, nodes: &mut impl Iterator<Item = Syntax<'t>>) -> Pn {
        match nodes.next() {
            Some(node) => self.expression(node),
            None => Pn::nop(),
        }
    }

    fn all<'t>(&mut self, nodes: impl Iterator<Item = Syntax<'t>>) -> Vec<Pn> {
        // A loop: iterators would take ten times the stack in debug builds, and trees are deep.
        let mut result = Vec::new();
        for node in nodes {
            result.push(self.expression(node));
        }
        result
    }
}
