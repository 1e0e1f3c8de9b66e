//! Coverage as an HTML page with the source of each file.

use std::fmt::Write as _;

use crate::report::escaped;

use super::{MeasuredFile, Report, percent};

/// Renders a self-contained page.
pub fn html(report: &Report) -> String {
    let mut out = String::from(HEAD);
    out.push_str("<h1>Coverage</h1>\n<table>\n");
    for (name, counts) in [
        ("Resources", report.touched()),
        ("Lines", report.lines()),
        ("Branches", report.branches()),
        ("Conditions", report.conditions()),
    ] {
        let (some, all) = counts;
        let _ =
            writeln!(out, "<tr><th>{name}</th><td>{:.2}%</td><td>{some} of {all}</td></tr>", percent(counts));
    }
    out.push_str("</table>\n");
    let untouched: Vec<&String> =
        report.resources.iter().filter(|(_, touched)| !**touched).map(|(reference, _)| reference).collect();
    if !untouched.is_empty() {
        let _ = writeln!(
            out,
            "<details><summary>{} resources that no example checks</summary><ul>",
            untouched.len()
        );
        for reference in untouched {
            let _ = writeln!(out, "<li><code>{}</code></li>", escaped(reference));
        }
        out.push_str("</ul></details>\n");
    }
    report.files.iter().for_each(|file| source(file, &mut out));
    out.push_str("</body>\n</html>\n");
    out
}

fn source(file: &MeasuredFile, out: &mut String) {
    let (some, all) = file.coverage.line_count();
    let _ = writeln!(
        out,
        "<details><summary><code>{}</code> <span>{:.2}% ({some} of {all} lines)</span></summary><pre>",
        escaped(&file.path),
        percent((some, all)),
    );
    for (number, line) in (1..).zip(file.text.lines()) {
        let class = match file.coverage.lines.get(&number) {
            Some(true) if !file.coverage.is_complete(number) => "part",
            Some(true) => "ran",
            Some(false) => "not",
            None => "other",
        };
        let _ = writeln!(out, "<span class=\"{class}\"><b>{number:>4}</b> {}</span>", escaped(line));
    }
    out.push_str("</pre></details>\n");
}

const HEAD: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Coverage</title>
<style>
:root { color-scheme: light dark; --ran: #2e7d3233; --not: #c6282844; --part: #f9a82544; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 0 auto; padding: 1rem; }
th { text-align: left; padding-right: 2rem; } td { padding-right: 2rem; }
details { margin: .5rem 0; } summary { cursor: pointer; } summary span { color: #888; }
pre { overflow-x: auto; font-size: .9rem; line-height: 1.35; }
pre span { display: block; } pre b { color: #888; font-weight: normal; user-select: none; }
.ran { background: var(--ran); } .not { background: var(--not); } .part { background: var(--part); }
</style>
</head>
<body>
"#;
