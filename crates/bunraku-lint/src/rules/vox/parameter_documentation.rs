//! Parameters that are not documented, documented twice, or documented although they do not exist.

use std::collections::hash_map;

use bunraku_intern::{FastMap, FastSet};

use crate::parts::Definition;
use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};
use bunraku_diag::TextRange;

rule! {
    name: "parameter_documentation",
    severity: Warning,
    enabled: true,
    set: Vox,
    repair: None,
    reports: "A parameter of a class or defined type is undocumented or documented more than once, or the \
     documentation mentions a parameter that does not exist.",
    why: "Users of a class need to know what its parameters are for, and stale documentation is misleading. \
     Nothing needs to be documented below `@api private`.",
    wrong: "\
# Keeps the time
class ntp (Array $servers) {
}
",
    right: "\
# Keeps the time
#
# @param servers Where to get it
class ntp (Array $servers) {
}
",
}

/// The documentation of a parameter in a comment.
struct Entry<'f> {
    comment: Word<'f>,
    name: &'f str,
    style: &'static str,
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let describes = |comment: &Word<'_>| is_private(comment.value()) || entry(comment.value()).is_some();
    let comments: Vec<Word<'_>> = findings.words().of_kind(Kind::Comment).filter(describes).collect();
    for definition in file.definitions() {
        // Each definition has the comments of all before it, so there may be very many findings.
        if findings.is_full() {
            return;
        }
        let above = comments.partition_point(|comment| comment.index() < definition.keyword.index());
        check_definition(findings, definition, comments.get(..above).unwrap_or_default());
    }
}

/// Checks a definition. `comments` are those above it, in source order.
fn check_definition<'f>(findings: &mut Findings<'_, 'f>, definition: Definition<'f>, comments: &[Word<'f>]) {
    let what = format!("{} `{}`", definition.noun(), definition.name.value());
    let mut entries: Vec<Entry<'f>> = Vec::new();
    let mut described: FastMap<&'f str, usize> = FastMap::default();
    let mut duplicates: FastSet<&'f str> = FastSet::default();
    let mut private = false;
    // Nearest comment first; all comments above in the file count.
    for comment in comments.iter().rev().copied() {
        if is_private(comment.value()) {
            private = true;
            continue;
        }
        let Some((name, style)) = entry(comment.value()) else { continue };
        let is_title = !definition.is_class && matches!(name, "name" | "title");
        let name = if is_title { "title" } else { name };
        match described.entry(name) {
            hash_map::Entry::Occupied(_) => drop(duplicates.insert(name)),
            hash_map::Entry::Vacant(first) => drop(first.insert(entries.len())),
        }
        entries.push(Entry { comment, name, style });
    }
    let names: Vec<Word<'f>> =
        definition.parameters().filter_map(|parameter| definition.parameter_word(parameter)).collect();
    for entry in entries.iter().filter(|entry| duplicates.contains(entry.name)) {
        let message = format!("parameter `{}` of the {what} is described more than once", entry.name);
        findings.report(place(entry.comment), message);
    }
    let known: FastSet<&str> = names.iter().map(|name| name.value()).collect();
    for (at, entry) in entries.iter().enumerate() {
        let is_title = !definition.is_class && entry.name == "title";
        let seen = described.get(entry.name).is_some_and(|first| *first < at);
        if !is_title && !seen && !known.contains(entry.name) {
            findings.report(place(entry.comment), format!("the {what} has no parameter `{}`", entry.name));
        }
    }
    if private {
        return;
    }
    let allowed = &findings.file.settings.documentation_styles;
    for name in names {
        match described.get(name.value()).and_then(|first| entries.get(*first)) {
            None => {
                findings.report(name, format!("parameter `{}` of the {what} is not described", name.value()));
            }
            Some(entry) if !allowed.iter().any(|style| style == entry.style) => {
                let message = format!(
                    "parameter `{}` of the {what} is described in the style `{}`",
                    name.value(),
                    entry.style
                );
                findings.report(name, message);
            }
            Some(_) => {}
        }
    }
}

/// Where the name of a parameter begins in a comment.
fn place(comment: Word<'_>) -> TextRange {
    let value = comment.value();
    let rest = value.trim_ascii_start();
    let rest = rest.strip_prefix("@param").map_or(rest, str::trim_ascii_start);
    let end = comment.range().end;
    TextRange::new(end - rest.len() as u32, end)
}

fn is_private(comment: &str) -> bool {
    let rest = comment.trim_ascii_start().strip_prefix("@api").unwrap_or("");
    rest.starts_with(' ') && rest.trim_start_matches(' ').trim_end() == "private"
}

/// The parameter that a comment documents, and the style.
fn entry<'c>(comment: &'c str) -> Option<(&'c str, &'static str)> {
    // Lines may end in a carriage return.
    let comment = comment.trim_ascii_start().trim_end_matches('\r');
    let name_of =
        |text: &'_ str| text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    let split = |text: &'c str| -> Option<(&'c str, &'c str)> {
        text.split_at_checked(name_of(text)).filter(|(name, _)| !name.is_empty())
    };
    if let Some(rest) = comment.strip_prefix("[*") {
        let (name, rest) = split(rest)?;
        return rest.starts_with("*]").then_some((name, "doc"));
    }
    if let Some(rest) = comment.strip_prefix('$') {
        let (name, rest) = split(rest)?;
        return rest.starts_with(":: ").then_some((name, "kafo"));
    }
    let rest = comment.strip_prefix("@param ")?;
    let strings = |rest: &'c str| {
        let (name, after) = split(rest)?;
        (after.is_empty() || after.starts_with(' ')).then_some((name, "strings"))
    };
    // The type may be in brackets before the name, and brackets may occur in what follows.
    let types = rest.starts_with('[').then(|| rest.rmatch_indices("] ")).into_iter().flatten();
    let named = types.filter_map(|(end, _)| strings(rest.get(end + 2..)?)).next();
    named.or_else(|| strings(rest))
}
