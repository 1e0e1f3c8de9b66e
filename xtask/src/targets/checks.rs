//! What holds for the checks of every manifest.

use bunraku_check::{CheckSettings, Strict, check_in};
use bunraku_diag::{Diagnostic, Source, Sources, TextRange, render};
use bunraku_edition::EDITIONS;
use bunraku_syntax::{SourceKind, parse};
use std::sync::Arc;

/// Checks a text in every way: places and edits lie in it, finds are not too many, and can be shown.
pub(super) fn check(text: &str) -> Result<(), String> {
    let source = Arc::new(Source::new("fuzz.pp", text));
    let sources: Sources = [Arc::clone(&source)].into_iter().collect();
    for edition in EDITIONS {
        let tree = parse(text, SourceKind::Manifest, &edition.syntax);
        for strict in [Strict::Error, Strict::Warning, Strict::Off] {
            for namespace in [None, Some("a")] {
                let settings = CheckSettings { strict };
                let syntax = &edition.syntax;
                let finds = check_in(&tree, text, source.id(), syntax, &settings, namespace, &|| true);
                let finds = finds.ok_or("the checks ended although nobody wanted them to")?;
                if finds.len() > 2_000 {
                    return Err(format!("{} finds", finds.len()));
                }
                finds.iter().try_for_each(|find| places(find, text))?;
                finds.iter().for_each(|find| drop(render::json(find, &sources)));
            }
        }
    }
    Ok(())
}

fn places(find: &Diagnostic, text: &str) -> Result<(), String> {
    let labels = find.primary.iter().chain(&find.labels).map(|label| label.span.range);
    let edits = find.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span.range);
    for TextRange { start, end } in labels.chain(edits) {
        if text.get(start as usize..end as usize).is_none() {
            return Err(format!("{}: a place is not in the text: {start}..{end}", find.code.name()));
        }
    }
    for fix in &find.fixes {
        let mut ranges: Vec<TextRange> = fix.edits.iter().map(|edit| edit.span.range).collect();
        ranges.sort_unstable();
        if ranges.windows(2).any(|pair| matches!(pair, [first, second] if first.end > second.start)) {
            return Err(format!("{}: edits overlap", find.code.name()));
        }
    }
    Ok(())
}
