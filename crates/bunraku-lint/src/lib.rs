//! The linter: rules about the style and pitfalls of Puppet code, with fixes.
//!
//! The rules are those of puppet-lint and its plugins, with the same names, places and severities. Semantic rules use a
//! [`Project`](bunraku_infer::Project) for the definitions of modules and a [`Model`](bunraku_infer::Model) of the file
//! for types and variables; they do not report what cannot be known.
//!
//! [`lint`] applies the rules in [`RuleSettings`] to one file; [`fix`] fixes what they find. This crate does no I/O of
//! its own: callers pass the text, and a project reads files through its `World`.
//!
//! Each rule is a file below `rules/`, with a description, a wrong and a right program, which are a test and a page for
//! `bunraku explain`, and a function that checks a file. A rule sees a [`File`]: its words as puppet-lint splits them,
//! the tree, and the resources and definitions with their words.

mod control;
mod cut;
mod declared;
mod file;
mod fix;
mod ignore;
mod kept;
mod lint;
mod parts;
mod rule;
mod rules;
mod settings;
mod word;
mod yaml;

pub use file::File;
pub use fix::{Fixed, fix};
pub use ignore::add_ignores;
pub use kept::{KeptReports, Key, report_bytes};
pub use lint::{FileFormat, Finding, Report, SYNTAX, lint, lint_tree};
pub use rule::{Repair, Rule, Set};
pub use rules::{RULES, codes, find};
pub use settings::{Preset, RuleSettings};
pub use word::{Kind, Word, Words};
