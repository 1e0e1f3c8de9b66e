//! Differences as a self-contained HTML page with search, folding, and light and dark colours.

use bunraku_diag::html::escaped;

use super::show::{described, given_by, missing, push};
use super::{Report, Shared};

/// How many nodes of a shared difference are named on the page.
const NAMED: usize = 200;

pub(super) fn write(report: &Report) -> String {
    let mut out = String::from(HEAD);
    push(&mut out, format_args!("<h1>{}</h1>\n", escaped(&report.summary())));
    if !report.missing.is_empty() {
        out.push_str("<ul class=\"missing\">\n");
        for line in missing(report) {
            push(&mut out, format_args!("<li>{}</li>\n", escaped(&line)));
        }
        out.push_str("</ul>\n");
    }
    if !report.changes.is_empty() {
        out.push_str(SEARCH);
    }
    out.push_str("<main>\n");
    for group in report.by_resource() {
        resource(group, report, &mut out);
    }
    out.push_str("</main>\n");
    out.push_str(SCRIPT);
    out
}

fn resource(group: &[Shared], report: &Report, out: &mut String) {
    let Some(first) = group.first() else { return };
    let (class, word) = match first.change.what.sign() {
        '+' => ("added", "added"),
        '-' => ("removed", "removed"),
        _ => ("changed", "changed"),
    };
    let count = match report.compared {
        0 | 1 => String::new(),
        all => format!("<span class=\"count\">{} of {all} nodes</span>", first.nodes.len()),
    };
    push(
        out,
        format_args!(
            "<details class=\"{class}\" open><summary><span class=\"word\">{word}</span> <code>{}</code> {count}</summary>\n",
            escaped(&first.change.resource)
        ),
    );
    for shared in group {
        let lines = described(&shared.change.what);
        if !lines.is_empty() {
            out.push_str("<pre>");
            for line in &lines {
                let class = match line.trim_start().chars().next().filter(|_| line.starts_with("  ")) {
                    Some('-') => "old",
                    Some('+') => "new",
                    Some('@') => "at",
                    _ => "same",
                };
                push(out, format_args!("<span class=\"{class}\">{}</span>\n", escaped(line)));
            }
            out.push_str("</pre>\n");
        }
        let mut given = given_by(&shared.change);
        if lines.is_empty() {
            let (old, new) = &shared.change.origins;
            given.extend(new.as_ref().or(old.as_ref()).map(|origin| format!("declared at {origin}")));
        }
        for line in given {
            push(out, format_args!("<p class=\"by\">{}</p>\n", escaped(&line)));
        }
    }
    if report.compared > 1 {
        let named: Vec<&str> = first.nodes.iter().take(NAMED).map(String::as_str).collect();
        let more = match first.nodes.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let more = if first.is_example { format!("{more}; the first is shown") } else { more };
        push(out, format_args!("<p class=\"nodes\">{}{more}</p>\n", escaped(&named.join(", "))));
    }
    out.push_str("</details>\n");
}

const HEAD: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Differences between catalogs</title>
<style>
:root { color-scheme: light dark; --line: #8884; --old: #c62828; --new: #2e7d32; --soft: #888; }
@media (prefers-color-scheme: dark) { :root { --old: #ef9a9a; --new: #a5d6a7; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.4rem; }
details { border: 1px solid var(--line); border-left-width: 4px; border-radius: 4px; margin: .6rem 0; padding: .3rem .8rem; }
details.added { border-left-color: var(--new); }
details.removed { border-left-color: var(--old); }
summary { cursor: pointer; overflow-wrap: anywhere; }
.word { color: var(--soft); }
.count { float: right; color: var(--soft); }
pre { overflow-x: auto; margin: .4rem 0; font-size: .9rem; }
.old { color: var(--old); } .new { color: var(--new); } .at { color: var(--soft); }
.by, .nodes { margin: .2rem 0; font-size: .85rem; color: var(--soft); overflow-wrap: anywhere; }
.missing { color: var(--old); }
input { font: inherit; width: 100%; box-sizing: border-box; padding: .4rem .6rem; }
@media print { form { display: none; } details { break-inside: avoid; } }
</style>
</head>
<body>
"#;

const SEARCH: &str = r#"<form role="search" onsubmit="return false">
<label>Show resources, parameters and nodes with <input type="search" id="search" autocomplete="off"></label>
<p><button type="button" id="fold">Fold all</button> <span id="shown" role="status"></span></p>
</form>
"#;

const SCRIPT: &str = r#"<script>
const all = [...document.querySelectorAll('details')];
const words = all.map(each => each.textContent.toLowerCase());
const search = document.getElementById('search'), fold = document.getElementById('fold');
search?.addEventListener('input', () => {
  const wanted = search.value.toLowerCase();
  let shown = 0;
  all.forEach((each, at) => { each.hidden = !words[at].includes(wanted); shown += each.hidden ? 0 : 1; });
  document.getElementById('shown').textContent = wanted ? `${shown} of ${all.length}` : '';
});
fold?.addEventListener('click', () => {
  const open = all.some(each => each.open);
  all.forEach(each => { each.open = !open; });
  fold.textContent = open ? 'Open all' : 'Fold all';
});
</script>
</body>
</html>
"#;
