//! Reasons as a page: nested reasons are folded.

use bunraku_diag::html::escaped;

use super::Reason;

/// The page, which is self-contained.
pub fn to_html(title: &str, reasons: &[Reason]) -> String {
    let mut out = HEAD.replace("TITLE", &escaped(title));
    out.push_str(&format!("<h1>{}</h1>\n{SEARCH}<main>\n", escaped(title)));
    let mut open: Vec<usize> = Vec::new();
    for (at, reason) in reasons.iter().enumerate() {
        while open.last().is_some_and(|depth| *depth >= reason.depth) {
            open.pop();
            out.push_str("</details>\n");
        }
        let has_reasons = reasons.get(at + 1).is_some_and(|next| next.depth > reason.depth);
        if has_reasons {
            open.push(reason.depth);
            out.push_str(&format!("<details open><summary>{}</summary>{}\n", head(reason), place(reason)));
        } else {
            out.push_str(&format!(
                "<div class=\"leaf\"><span>{}</span>{}</div>\n",
                head(reason),
                place(reason)
            ));
        }
    }
    out.push_str(&"</details>\n".repeat(open.len()));
    out.push_str(END);
    out
}

fn head(reason: &Reason) -> String {
    match &reason.value {
        Some(value) => format!("{} = <code>{}</code>", escaped(&reason.says), escaped(value)),
        None => escaped(&reason.says),
    }
}

fn place(reason: &Reason) -> String {
    let Some(place) = &reason.place else { return String::new() };
    let text = place.text.as_deref().unwrap_or_default();
    format!(
        "<p class=\"place\">{}:{}</p><pre>{:>4} | {}</pre>",
        escaped(&place.file),
        place.line,
        place.line,
        escaped(text)
    )
}

const HEAD: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>TITLE</title>
<style>
:root { color-scheme: light dark; --line: #8884; --soft: #888; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.3rem; overflow-wrap: anywhere; }
details, .leaf { border-left: 2px solid var(--line); margin: .3rem 0; padding-left: .8rem; }
summary { cursor: pointer; } summary, .leaf, code { overflow-wrap: anywhere; }
.place { margin: 0; font-size: .85rem; color: var(--soft); overflow-wrap: anywhere; }
pre { margin: 0 0 .3rem; font-size: .9rem; overflow-x: auto; }
.found > summary, .found > span { background: #fd04; }
input { font: inherit; width: 100%; box-sizing: border-box; padding: .4rem .6rem; }
@media print { form { display: none; } pre { white-space: pre-wrap; } }
</style>
</head>
<body>
"#;

const SEARCH: &str = r#"<form role="search" onsubmit="return false">
<label>Mark lines with <input type="search" id="search" autocomplete="off"></label>
<p><button type="button" id="fold">Fold all</button> <span id="shown" role="status"></span></p>
</form>
"#;

const END: &str = r#"</main>
<script>
const all = [...document.querySelectorAll('details, .leaf')], folds = all.filter(each => each.matches('details'));
const own = each => [...each.children].filter(child => !child.matches('details, .leaf')).map(child => child.textContent).join(' ').toLowerCase();
const search = document.getElementById('search'), fold = document.getElementById('fold');
search.addEventListener('input', () => {
  const wanted = search.value.toLowerCase();
  let found = 0;
  for (const each of all) {
    const is = wanted !== '' && own(each).includes(wanted);
    each.classList.toggle('found', is);
    found += is ? 1 : 0;
    if (is) for (let outer = each; outer; outer = outer.parentElement.closest('details')) if (outer.matches('details')) outer.open = true;
  }
  document.getElementById('shown').textContent = wanted ? `${found} of ${all.length}` : '';
});
fold.addEventListener('click', () => {
  const open = folds.some(each => each.open);
  folds.forEach(each => { each.open = !open; });
  fold.textContent = open ? 'Open all' : 'Fold all';
});
</script>
</body>
</html>
"#;
