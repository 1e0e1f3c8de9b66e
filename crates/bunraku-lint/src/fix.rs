//! Applies fixes, in rounds.

use std::collections::BTreeMap;

use bunraku_diag::{Applicability, Diagnostic, Fix, Position, Source, TextRange, apply_fixes};
use bunraku_infer::Project;
use bunraku_syntax::pn;

use crate::file::{GRAMMAR, Read};
use crate::lint::{FileFormat, Finding, lint};
use crate::rule::Repair;
use crate::{RuleSettings, rules};

/// The maximum number of rounds.
const MOST_ROUNDS: usize = 20;

/// A file after fixing.
#[derive(Debug)]
#[non_exhaustive]
pub struct Fixed {
    /// The text, whether it was changed or not.
    pub text: String,
    /// The fixed findings, in the order in which they were fixed, each with its place at that time.
    pub mended: Vec<(Diagnostic, Position)>,
    /// Rules whose fixes were reverted, because the result could not be parsed or had another meaning. That is a bug in
    /// the rule.
    pub refused: Vec<&'static str>,
}

/// Fixes what the rules find in a manifest, as far as possible. `unsafe_too` also applies fixes that need a review.
///
/// In each round, all edits are applied that do not touch each other; the first in the file wins. A file that Puppet
/// cannot parse stays unchanged, unless comments that begin with `//` are its only problem. Suppressed findings are not
/// fixed.
pub fn fix(
    source: &Source,
    path: &str,
    kind: FileFormat,
    settings: &RuleSettings,
    project: Option<&Project>,
    unsafe_too: bool,
) -> Fixed {
    let text = source.text().to_owned();
    let mut fixed = Fixed { text, mended: Vec::new(), refused: Vec::new() };
    if kind != FileFormat::Manifest || !Read::manifest(&fixed.text).tree.errors().is_empty() {
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

/// One round. Returns whether another makes sense.
fn round(
    fixed: &mut Fixed,
    name: &str,
    path: &str,
    (settings, project): (&mut RuleSettings, Option<&Project>),
    unsafe_too: bool,
) -> bool {
    let source = Source::new(name, fixed.text.as_str());
    let report = lint(&source, path, FileFormat::Manifest, settings, project);
    let (plain, other): (Vec<Finding>, Vec<Finding>) = report.findings.into_iter().partition(keeps_tree);
    let crlf = fixed.text.contains("\r\n");
    // Fixes that must not change the tree are applied first and separately, so that this can be verified.
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
    // One of them is wrong: apply each rule separately to find it.
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
        // Each is fine on its own, but not all together: apply only the first one.
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

/// Selects the fixes to apply together: the first one of each finding that is not suppressed, unless it touches an
/// earlier one.
fn choose(findings: Vec<Finding>, unsafe_too: bool, crlf: bool) -> Vec<(Diagnostic, Fix)> {
    // By start offset. None touches another, so only the neighbours on each side have to be checked.
    let mut taken: BTreeMap<u32, u32> = BTreeMap::new();
    let mut chosen = Vec::new();
    for finding in findings.into_iter().filter(|finding| finding.ignored.is_none()) {
        let allowed = |fix: &&Fix| unsafe_too || fix.applicability == Applicability::Safe;
        let Some(mut fix) = finding.diagnostic.fixes.iter().find(allowed).cloned() else { continue };
        if crlf {
            // Uses the line breaks of the file.
            fix.edits.iter_mut().for_each(|edit| edit.replacement = with_crlf(&edit.replacement));
        }
        let ranges = || fix.edits.iter().map(|edit| edit.span.range);
        // Edits that touch may each be right and still be wrong together.
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

/// Applies fixes; `None` if the result cannot be parsed, or has another meaning although it should not.
fn attempt(source: &Source, chosen: &[(Diagnostic, Fix)]) -> Option<String> {
    let text = apply_fixes(source.text(), source.id(), chosen.iter().map(|(_, fix)| fix)).ok()?;
    let after = Read::manifest(&text);
    if !after.tree.errors().is_empty() {
        return None;
    }
    if chosen.iter().all(|(diagnostic, _)| repair(diagnostic) == Some(Repair::SameTree)) {
        let before = Read::manifest(source.text());
        let notation = |read: &Read<'_>, text: &str| {
            pn::text(&read.tree, read.changed.as_deref().unwrap_or(text), GRAMMAR)
        };
        if notation(&before, source.text()) != notation(&after, &text) {
            return None;
        }
    }
    Some(text)
}
