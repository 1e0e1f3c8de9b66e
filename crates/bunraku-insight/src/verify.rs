//! Checks whether a catalog equals the one of another compiler.
//!
//! This is stricter than a [comparison](crate::diff): tags, kinds, lines, classes, edges and the order of resources
//! count as well, since an agent applies resources in the order of the catalog. Differences without an effect are
//! explained by a rule.

mod document;
mod show;

use bunraku_catalog::Catalog;

use crate::diff::{self, Change, Home, Ignore, Snapshot};
use document::Document;

/// The result of comparing a node.
#[derive(Debug, Clone, Default)]
pub struct Verdict {
    /// The name of the node.
    pub node: String,
    /// Resources and parameters that differ: the recorded catalog is the old one.
    pub changes: Vec<Change>,
    /// Other differences, one sentence each.
    pub others: Vec<String>,
    /// The rules that explain differences without an effect.
    pub explained: Vec<Rule>,
    /// Why the node could not be compared.
    pub failure: Option<String>,
}

/// A kind of difference without an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// Tags are a set: their order has no meaning.
    TagOrder,
    /// Edges of containment are a set.
    EdgeOrder,
    /// The list of classes is a set.
    ClassOrder,
    /// The environment was in another folder, so files have other paths.
    Folder,
}

impl Rule {
    /// A description, as part of a sentence.
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

    /// Whether there are only differences that a rule explains.
    pub fn is_equal(&self) -> bool {
        self.failure.is_none() && self.changes.is_empty() && self.others.is_empty()
    }
}

/// Compares a catalog with a recorded one. The error says why the recorded one is not a catalog.
pub fn verify(recorded: &str, catalog: &Catalog, home: &Home) -> Result<Verdict, String> {
    let (old, new) = (Snapshot::from_json(recorded)?, Snapshot::of(catalog, home));
    let mut changes = diff::compare(&old, &new, &Ignore::default());
    for change in &mut changes {
        rename_recorded(change, &new);
    }
    let mut verdict = Verdict { node: catalog.header().name.clone(), changes, ..Verdict::default() };
    document::compare(&Document::read(recorded)?, &Document::read(&catalog.to_json())?, &mut verdict);
    verdict.explained.sort();
    verdict.explained.dedup();
    Ok(verdict)
}

/// Gives the recorded declaration of a resource the name that its file has here, if it is the same one: then both sides
/// of a difference can be compared by their lines.
fn rename_recorded(change: &mut Change, ours: &Snapshot) {
    let (Some(recorded), Some(declared)) = (&mut change.origins.0, ours.declared_at(&change.resource)) else {
        return;
    };
    if recorded.line == declared.line && document::same_ending(&recorded.file, &declared.file) {
        recorded.file = declared.file.clone();
    }
}

/// The results for a fleet.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// What came of each node.
    pub verdicts: Vec<Verdict>,
    /// What produced the recorded catalogs.
    pub against: String,
    /// Further information for the person who approves the report: who compiled, what, and when.
    pub about: Vec<(&'static str, String)>,
    /// How long compiling the nodes took here, in milliseconds, and there, if that is known.
    pub milliseconds: (u128, Option<u128>),
}

impl Report {
    /// The report for people.
    pub fn to_text(&self) -> String {
        show::text(self)
    }

    /// The report for tools, as JSON.
    pub fn to_json(&self) -> String {
        show::json(self)
    }

    /// The number of equal nodes.
    pub fn equal(&self) -> usize {
        self.verdicts.iter().filter(|verdict| verdict.is_equal()).count()
    }
}
