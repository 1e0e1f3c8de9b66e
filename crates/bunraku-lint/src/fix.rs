//! Mending what the rules find, in rounds.

use std::collections::BTreeMap;

use bunraku_diag::{Applicability, Diagnostic, Fix, Position, Source, TextRange, apply_fixes};
use bunraku_infer::Project;
use bunraku_syntax::pn;

use crate::file::{GRAMMAR, Read};
use crate::lint::{FileKind, Finding, lint};
use crate::rule::Repair;
use crate::{RuleSettings, rules};

/// How often what is left after a round is looked at again.
const MOST_ROUNDS: usize = 20;

/// A file after fixing.
#[derive(Debug)]
pub struct Fixed {
    /// The text, changed or not.
    pub text: String,
    /// What was fixed, in the order in which it was, each with the place that it had then.
    pub mended: Vec<(Diagnostic, Position)>,
    /// Rules whose fixes were taken back, because the text could not be read afterwards or meant something else. That is
    /// a mistake of the rule.
    pub refused: Vec<&'static str>,
}

/// Mends what the rules find in a manifest, as far as it goes. `unsafe_too` also makes changes that a person should look
/// at.
///
/// In a round all edits are made that do not touch each other; the first in the text wins. A file that Puppet cannot read
/// is left as it is, unless comments that begin with `//` are all that is wrong with it. What control comments pass over
/// stays.
pub fn fix(
    source: &Source,
    path: &str,
    kind: FileKind,
    settings: &RuleSettings,
    project: Option<&Project>,
    unsafe_too: bool,
) -> Fixed {
    let text = source.text().to_owned();
    let mut fixed = Fixed { text, mended: Vec::new(), refused: Vec::new() };
    if kind != FileKind::Manifest || !Read::manifest(&fixed.text).tree.errors().is_empty() {
        return fixed;
    }
    let mut settings = settings.clone();
    for _ in 0..MOST_ROUNDS {
        if !round(&mut fixed, source.name(), path, (&mut settings, project), unsafe_too) {
            break;
        }
    }
    fixed
}

/// One round; whether another makes sense.
fn round(
    fixed: &mut Fixed,
    name: &str,
    path: &str,
    (settings, project): (&mut RuleSettings, Option<&Project>),
    unsafe_too: bool,
) -> bool {
    let source = Source::new(name, fixed.text.as_str());
    let report = lint(&source, path, FileKind::Manifest, settings, project);
    let (plain, other): (Vec<Finding>, Vec<Finding>) = report.findings.into_iter().partition(keeps_tree);
    let crlf = fixed.text.contains("\r\n");
    // What must not change the tree goes first and by itself, so that it can be held to that.
    let mut chosen = choose(plain, unsafe_too, crlf);
    if chosen.is_empty() {
        chosen = choose(other, unsafe_too, crlf);
    }
    if chosen.is_empty() {
        return false;
    }
    if let Some(text) = attempt(&source, &chosen) {
        fixed.text = text;
        fixed.mended.extend(chosen.into_iter().map(|(diagnostic, _)| placed(diagnostic, &source)));
        return true;
    }
    // One of them is wrong: each rule by itself, until the wrong one is found.
    let mut names: Vec<&'static str> = chosen.iter().map(|(diagnostic, _)| diagnostic.code.name()).collect();
    names.sort_unstable();
    names.dedup();
    for rule in names {
        let alone: Vec<_> =
            chosen.iter().filter(|(diagnostic, _)| diagnostic.code.name() == rule).cloned().collect();
        if attempt(&source, &alone).is_none() {
            fixed.refused.push(rule);
            settings.set(rule, false);
        }
    }
    if fixed.refused.is_empty() {
        // Each alone is fine, but not all together: the first one only.
        let first: Vec<_> = chosen.into_iter().take(1).collect();
        let Some(text) = attempt(&source, &first) else { return false };
        fixed.text = text;
        fixed.mended.extend(first.into_iter().map(|(diagnostic, _)| placed(diagnostic, &source)));
    }
    true
}

fn placed(diagnostic: Diagnostic, source: &Source) -> (Diagnostic, Position) {
    let start = diagnostic.primary.as_ref().map_or(0, |label| label.span.range.start);
    (diagnostic, source.position(start))
}

fn keeps_tree(finding: &Finding) -> bool {
    repair(&finding.diagnostic) == Some(Repair::SameTree)
}

fn repair(diagnostic: &Diagnostic) -> Option<Repair> {
    rules::find(diagnostic.code.name()).map(|rule| rule.repair)
}

/// The fixes to apply together: the first of each finding that is not passed over, unless it touches one before.
fn choose(findings: Vec<Finding>, unsafe_too: bool, crlf: bool) -> Vec<(Diagnostic, Fix)> {
    // By where they begin. None touches another, so that a neighbour on each side is all there is to look at.
    let mut taken: BTreeMap<u32, u32> = BTreeMap::new();
    let mut chosen = Vec::new();
    for finding in findings.into_iter().filter(|finding| finding.ignored.is_none()) {
        let allowed = |fix: &&Fix| unsafe_too || fix.applicability == Applicability::Safe;
        let Some(mut fix) = finding.diagnostic.fixes.iter().find(allowed).cloned() else { continue };
        if crlf {
            // Lines end as the others of the file do.
            fix.edits.iter_mut().for_each(|edit| edit.replacement = with_crlf(&edit.replacement));
        }
        let ranges = || fix.edits.iter().map(|edit| edit.span.range);
        // Edits that touch may each be right and together wrong.
        let touches = |range: TextRange| {
            let before = taken.range(..=range.end).next_back();
            before.is_some_and(|(_, end)| range.start <= *end)
        };
        if !ranges().any(touches) {
            taken.extend(ranges().map(|range| (range.start, range.end)));
            chosen.push((finding.diagnostic, fix));
        }
    }
    chosen
}

fn with_crlf(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', "\r\n")
}

/// The text after some fixes; nothing if it cannot be read any more, or means something else although it should not.
fn attempt(source: &Source, chosen: &[(Diagnostic, Fix)]) -> Option<String> {
    let text = apply_fixes(source.text(), source.id(), chosen.iter().map(|(_, fix)| fix)).ok()?;
    let after = Read::manifest(&text);
    if !after.tree.errors().is_empty() {
        return None;
    }
    if chosen.iter().all(|(diagnostic, _)| repair(diagnostic) == Some(Repair::SameTree)) {
        let before = Read::manifest(source.text());
        let notation =
            |read: &Read, text: &str| pn::text(&read.tree, read.changed.as_deref().unwrap_or(text), GRAMMAR);
        if notation(&before, source.text()) != notation(&after, &text) {
            return None;
        }
    }
    Some(text)
}
