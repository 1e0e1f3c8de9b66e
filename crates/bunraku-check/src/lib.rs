//! Static checks of a program before it is evaluated, corresponding to Puppet's validator.
//!
//! The rules visit one node at a time, parents before children, in source order. Each has its own file under `rules/`,
//! by chapter of the language. Errors that Puppet finds only during evaluation (unknown functions, classes and types, a
//! division by zero) are not checked: code that is never reached compiles.
//!
//! If the help says exactly what to write, a finding also has a fix. The crate knows neither symbols nor definitions,
//! and does not evaluate: an editor can check a file on its own.

mod checker;
mod heredoc;
mod removal;
mod rules;

use bunraku_diag::{Diagnostic, FileId};
use bunraku_edition::SyntaxRules;
use bunraku_syntax::Tree;

pub use heredoc::check_json;

/// The settings that determine the severity of findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CheckSettings {
    /// How to treat code that is most likely a mistake, such as a duplicate key.
    pub strict: Strict,
}

/// The setting `strict`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strict {
    /// As an error: the file is rejected.
    #[default]
    Error,
    /// As a warning: the file is accepted.
    Warning,
    /// The file is accepted without a warning.
    Off,
}

impl Strict {
    /// The value of the setting, as in `puppet.conf`.
    pub fn name(self) -> &'static str {
        match self {
            Strict::Error => "error",
            Strict::Warning => "warning",
            Strict::Off => "off",
        }
    }
}

/// Checks a tree without syntax errors. Returns nothing for a tree with syntax errors, since Puppet does not get that
/// far.
///
/// The first error is the one that Puppet reports first.
pub fn check(
    tree: &Tree,
    text: &str,
    file: FileId,
    rules: &SyntaxRules,
    settings: &CheckSettings,
) -> Vec<Diagnostic> {
    check_in(tree, text, file, rules, settings, None, &|| true).unwrap_or_default()
}

/// Like [`check()`], for a file of a module, which contains only definitions at the top level: the names of its
/// classes, defined types and functions must begin with `namespace`, which follows from its path. `go_on` is called
/// every few milliseconds; if it returns `false`, the result is empty.
pub fn check_in(
    tree: &Tree,
    text: &str,
    file: FileId,
    rules: &SyntaxRules,
    settings: &CheckSettings,
    namespace: Option<&str>,
    go_on: &dyn Fn() -> bool,
) -> Option<Vec<Diagnostic>> {
    if !tree.errors().is_empty() {
        return Some(Vec::new());
    }
    checker::Checker::new(text, file, rules, settings, namespace).run(tree, go_on)
}
