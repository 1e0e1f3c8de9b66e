//! Differences as Markdown, for the description of a merge request.

use super::show::{described, given_by, missing, push};
use super::{Report, Shared};

/// How many nodes are named; the others are counted.
const NAMED: usize = 5;

pub(super) fn write(report: &Report) -> String {
    let mut out = format!("### {}\n", report.summary());
    for line in missing(report) {
        push(&mut out, format_args!("\n**{}**\n", escaped(&line)));
    }
    for group in report.by_resource() {
        let Some(first) = group.first() else { continue };
        let sign = match first.change.what.sign() {
            '+' => "added ",
            '-' => "removed ",
            _ => "",
        };
        push(
            &mut out,
            format_args!(
                "\n<details><summary>{sign}{}{}</summary>\n\n",
                code(&first.change.resource),
                who(first, report)
            ),
        );
        // The fence must be longer than any run of backquotes in the block.
        let lines: Vec<String> = group.iter().flat_map(lines).collect();
        let fence = "`".repeat(longest_quotes(&lines).max(2) + 1);
        if lines.is_empty() {
            let origins = &first.change.origins;
            if let Some(origin) = origins.1.as_ref().or(origins.0.as_ref()) {
                push(&mut out, format_args!("declared at {}\n", code(&origin.to_string())));
            }
        } else {
            push(&mut out, format_args!("{fence}diff\n{}\n{fence}\n", lines.join("\n")));
        }
        out.push_str("\n</details>\n");
    }
    out
}

/// The lines of a difference for a `diff` block: removed lines begin with `-`, new ones with `+`.
fn lines(shared: &Shared) -> Vec<String> {
    let mut lines: Vec<String> = described(&shared.change.what)
        .into_iter()
        .map(|line| match line.strip_prefix("  ") {
            Some(inner) if inner.starts_with(['-', '+', '@', ' ', '\\']) => inner.to_owned(),
            _ => line,
        })
        .collect();
    lines.extend(given_by(&shared.change).into_iter().map(|line| format!("# {line}")));
    lines
}

fn who(shared: &Shared, report: &Report) -> String {
    if report.compared < 2 {
        return String::new();
    }
    let named: Vec<&str> = shared.nodes.iter().take(NAMED).map(String::as_str).collect();
    let more = if shared.nodes.len() > NAMED { ", …" } else { "" };
    let more = if shared.is_example { format!("{more} (the first is shown)") } else { more.to_owned() };
    format!(" — {} of {} nodes: {}{more}", shared.nodes.len(), report.compared, escaped(&named.join(", ")))
}

fn longest_quotes(lines: &[String]) -> usize {
    lines.iter().flat_map(|line| line.split(|c| c != '`')).map(str::len).max().unwrap_or(0)
}

fn code(text: &str) -> String {
    format!("<code>{}</code>", escaped(text))
}

/// Escapes a string for Markdown and HTML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '*' | '_' | '`' | '[' | ']' | '|' | '\\' | '#' => {
                push(&mut out, format_args!("&#{};", u32::from(c)))
            }
            '\n' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
