//! Short strings of code that are not files.

use std::sync::Arc;

use bunraku_diag::Source;
use bunraku_edition::Edition;
use bunraku_ir::{Body, Module, lower};
use bunraku_syntax::{
    SourceKind, Syntax, Tree,
    ast::{Root, View},
    parse,
};

/// A short string of code that is parsed and lowered, but not checked: its users accept so little of the language that
/// the checks would not find anything.
pub struct Snippet {
    source: Arc<Source>,
    tree: Tree,
    edition: &'static Edition,
}

impl Snippet {
    /// Parses a string. `name` is used in messages.
    pub fn new(name: &str, text: &str, edition: &'static Edition) -> Snippet {
        let source = Arc::new(Source::new(name, text));
        let tree = parse(source.text(), SourceKind::Manifest, &edition.syntax);
        Snippet { source, tree, edition }
    }

    /// The expression that it is; `None` if it has syntax errors or more than one statement.
    pub fn expression(&self) -> Option<Syntax<'_>> {
        let root =
            Root::cast(self.tree.root(self.source.text())).filter(|_| self.tree.errors().is_empty())?;
        let mut statements = root.statements();
        statements.next().filter(|_| statements.next().is_none())
    }

    /// Its code; `None` if it has syntax errors.
    pub fn code(&self) -> Option<Module> {
        // No function counts as harmless: a snippet is too short to benefit.
        let code = || lower(&self.tree, &self.source, self.edition, |_| false);
        self.tree.errors().is_empty().then(code)
    }
}

/// An empty body, for things that have a place in a file but are not code, such as a class assigned by a node
/// classifier.
pub fn empty_body(source: &Arc<Source>, edition: &'static Edition) -> Arc<Body> {
    let tree = parse("", SourceKind::Manifest, &edition.syntax);
    lower(&tree, source, edition, |_| false).main
}
