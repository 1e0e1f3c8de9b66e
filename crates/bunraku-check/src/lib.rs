//! What is found wrong with a program before it is evaluated, as Puppet's validator does it.
//!
//! The rules look at one node at a time, parents before children, in the order of the text. Each lives in a file
//! of its own under `rules/`, by chapter of the language. What Puppet finds only while it evaluates (unknown
//! functions, classes and types, a division by zero) is not looked for: code that is never reached compiles.
//!
//! A finding whose help says exactly what to write carries that as a fix. The crate needs the tree and the regular
//! expressions, but neither symbols nor values: an editor can check a file without an evaluator.

mod checker;
mod heredoc;
mod removal;
mod rules;

use bunraku_diag::{Diagnostic, FileId};
use bunraku_edition::SyntaxRules;
use bunraku_syntax::Tree;

pub use heredoc::json::check as check_json;

/// The settings that decide how bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CheckSettings {
    /// How code that is most likely a mistake is treated, such as a key that is given twice.
    pub strict: Strict,
}

/// The setting `strict`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strict {
    /// It is an error, and the file is refused.
    #[default]
    Error,
    /// It is a warning, and the file is accepted.
    Warning,
    /// It is accepted in silence.
    Off,
}

impl Strict {
    /// The value of the setting.
    pub fn name(self) -> &'static str {
        match self {
            Strict::Error => "error",
            Strict::Warning => "warning",
            Strict::Off => "off",
        }
    }
}

/// Checks a tree without syntax errors; one that has some gives nothing, as Puppet never gets that far.
///
/// The first error is the first that Puppet reports.
pub fn check(
    tree: &Tree,
    text: &str,
    file: FileId,
    rules: &SyntaxRules,
    settings: &CheckSettings,
) -> Vec<Diagnostic> {
    check_in(tree, text, file, rules, settings, None, &|| true).unwrap_or_default()
}

/// The same for a file of a module: it has nothing but definitions at the top, and the names of its classes, defined
/// types and functions begin with a namespace, that of its path. It goes on for as long as `go_on` agrees, which is asked
/// every few milliseconds; there is nothing if it does not.
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
