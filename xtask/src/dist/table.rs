//! The generated section of `docs/dependencies.md`: how many packages there are, and under which licences.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::dependencies::{Dependency, dependencies};
use super::source::Source;

/// The path of the document.
pub const DOCUMENT: &str = "docs/dependencies.md";

const START: &str = "<!-- licences -->\n";
const END: &str = "<!-- /licences -->";

/// The document with an updated section.
pub fn renewed(source: &Source) -> Result<String, String> {
    let text = source.read(DOCUMENT)?;
    let parts = text.split_once(START).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = parts.ok_or_else(|| format!("{DOCUMENT} has no part for licences"))?;
    Ok(format!("{before}{START}{}{END}{after}", part(source)?))
}

fn part(source: &Source) -> Result<String, String> {
    let everywhere = dependencies(&source.root, None)?;
    let on_linux = dependencies(&source.root, Some("x86_64-unknown-linux-gnu"))?;
    let shipped = |list: &[Dependency]| list.iter().filter(|one| !one.only_for_building).count();
    let mut out = format!(
        "The program for Linux contains code of {} packages of other projects, and {} more are needed to build it;\non all \
         systems together they are {} and {}.\n\n| licence | packages |\n|---|---|\n",
        shipped(&on_linux),
        on_linux.len() - shipped(&on_linux),
        shipped(&everywhere),
        everywhere.len() - shipped(&everywhere),
    );
    let mut by_licence: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for dependency in &everywhere {
        by_licence.entry(usual_form(&dependency.license)).or_default().push(&dependency.name);
    }
    let mut rows: Vec<_> = by_licence.into_iter().collect();
    rows.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
    for (licence, mut names) in rows {
        names.dedup();
        // Of common licences only the number is listed.
        let packages = match names.len() {
            0..=5 => names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "),
            number => number.to_string(),
        };
        let _ = writeln!(out, "| {licence} | {packages} |");
    }
    Ok(out)
}

/// Sorts alternatives, so that `A OR B` and `B/A` share a row.
fn usual_form(expression: &str) -> String {
    let plain = expression.replace('/', " OR ");
    if plain.contains(['(', ')']) || plain.contains(" AND ") {
        return plain;
    }
    let mut choices: Vec<&str> = plain.split(" OR ").map(str::trim).collect();
    choices.sort_unstable();
    choices.join(" OR ")
}

#[cfg(test)]
mod tests {
    use super::{DOCUMENT, Source, renewed, usual_form};
    use crate::dist::{dependencies::dependencies, licences};

    #[test]
    fn every_licence_is_allowed() {
        let source = Source::here().unwrap();
        licences::check(&dependencies(&source.root, None).unwrap()).unwrap();
    }

    #[test]
    fn the_document_is_up_to_date() {
        let source = Source::here().unwrap();
        assert_eq!(
            source.read(DOCUMENT).unwrap(),
            renewed(&source).unwrap(),
            "`cargo xtask licences` renews it"
        );
    }

    #[test]
    fn the_order_of_choices_does_not_matter() {
        assert_eq!(usual_form("MIT/Apache-2.0"), usual_form("Apache-2.0 OR MIT"));
    }
}
