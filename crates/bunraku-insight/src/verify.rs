//! Whether a catalog is the one that another compiler made.
//!
//! Stricter than a [comparison](crate::diff): tags, kinds, lines, classes, edges and the order of resources count, too, since
//! an agent applies resources in the order of the catalog. What may differ without changing anything is named by its rule.

mod document;
mod show;

use bunraku_catalog::Catalog;

use crate::diff::{self, Change, Home, Ignore, Snapshot};
use document::Document;

/// What came of the comparison of a node.
#[derive(Debug, Clone, Default)]
pub struct Verdict {
    /// The node.
    pub node: String,
    /// Resources and parameters that differ: the recorded catalog is the old one.
    pub changes: Vec<Change>,
    /// What else differs, a sentence each.
    pub others: Vec<String>,
    /// The rules that explain differences which change nothing.
    pub explained: Vec<Rule>,
    /// Why there is nothing to compare.
    pub failure: Option<String>,
}

/// A difference that changes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// Tags are a set: their order in the list has no meaning.
    TagOrder,
    /// Edges of containment are a set.
    EdgeOrder,
    /// The list of classes is a set.
    ClassOrder,
    /// The environment was in another folder, so that files have other paths.
    Folder,
}

impl Rule {
    /// What it says, as part of a sentence.
    pub fn says(self) -> &'static str {
        match self {
            Rule::TagOrder => "tags in a different order",
            Rule::EdgeOrder => "edges in a different order",
            Rule::ClassOrder => "classes in a different order",
            Rule::Folder => "files in a different folder",
        }
    }
}

impl Verdict {
    /// A node that could not be compared.
    pub fn failed(node: &str, failure: impl Into<String>) -> Verdict {
        Verdict { node: node.to_owned(), failure: Some(failure.into()), ..Verdict::default() }
    }

    /// Whether nothing differs but what a rule explains.
    pub fn is_equal(&self) -> bool {
        self.failure.is_none() && self.changes.is_empty() && self.others.is_empty()
    }
}

/// Compares a catalog with a recorded one. The error says why the recorded one is not a catalog.
pub fn verify(recorded: &str, catalog: &Catalog, home: &Home) -> Result<Verdict, String> {
    let changes =
        diff::compare(&Snapshot::from_json(recorded)?, &Snapshot::of(catalog, home), &Ignore::default());
    let mut verdict = Verdict { node: catalog.header().name.clone(), changes, ..Verdict::default() };
    document::compare(&Document::read(recorded)?, &Document::read(&catalog.to_json())?, &mut verdict);
    verdict.explained.sort();
    verdict.explained.dedup();
    Ok(verdict)
}

/// The nodes of a fleet.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// What came of each node.
    pub verdicts: Vec<Verdict>,
    /// What made the recorded catalogs.
    pub against: String,
    /// What else a person has to know who signs for it, by name: who compiled, what, and when.
    pub about: Vec<(&'static str, String)>,
    /// How long it took to compile the nodes here, in milliseconds, and there, where that is known.
    pub milliseconds: (u128, Option<u128>),
}

impl Report {
    /// For people.
    pub fn to_text(&self) -> String {
        show::text(self)
    }

    /// For programs.
    pub fn to_json(&self) -> String {
        show::json(self)
    }

    /// How many nodes are equal.
    pub fn equal(&self) -> usize {
        self.verdicts.iter().filter(|verdict| verdict.is_equal()).count()
    }
}
