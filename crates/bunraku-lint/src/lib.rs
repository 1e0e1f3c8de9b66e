//! What could be better in Puppet code that works: rules of style and caution, and how to fix what they find.
//!
//! The rules are those of puppet-lint and of its plugins, under their own names and with the same places and severities.
//! Rules about what code means ask a [`Project`](bunraku_infer::Project) what modules define and a
//! [`Model`](bunraku_infer::Model) of the file for types and variables; what cannot be known they do not report.
//!
//! [`lint`] follows the rules that [`RuleSettings`] name through one file; [`fix`] fixes what they find. Nothing here reads
//! files: whoever calls hands the text over.
//!
//! A rule is a file below `rules/`. It says what it reports and why, has a wrong and a right program, which are a test
//! and a page for `bunraku explain`, and a function that looks for it. A rule sees a [`File`]: the words of the text as
//! puppet-lint cuts them, the tree, and the resources and definitions with the words that they are made of.

mod control;
mod cut;
mod declared;
mod file;
mod fix;
mod ignore;
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
pub use lint::{FileKind, Finding, Report, SYNTAX, lint};
pub use rule::{Repair, Rule, Set};
pub use rules::{RULES, codes, find};
pub use settings::{Preset, RuleSettings};
pub use word::{Kind, Word, Words};
