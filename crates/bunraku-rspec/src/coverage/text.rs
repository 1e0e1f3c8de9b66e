//! Coverage for people.

use std::fmt::Write as _;

use super::{Report, percent};

/// How many resources are shown.
const SHOWN: usize = 30;

/// A summary, the resources that no example tested, and the lines of each file that did not run.
pub fn text(report: &Report) -> String {
    let mut out = String::from("\nCoverage\n");
    for (name, counts) in
        [("resources", report.touched()), ("lines", report.lines()), ("branches", report.branches())]
    {
        let _ = writeln!(out, "  {name:<10} {:>6.2}%  ({} of {})", percent(counts), counts.0, counts.1);
    }
    let untouched: Vec<&String> =
        report.resources.iter().filter(|(_, touched)| !**touched).map(|(reference, _)| reference).collect();
    if !untouched.is_empty() {
        out.push_str("\nResources that no example checks:\n");
        for reference in untouched.iter().take(SHOWN) {
            let _ = writeln!(out, "  {reference}");
        }
        if untouched.len() > SHOWN {
            let _ = writeln!(out, "  and {} more", untouched.len() - SHOWN);
        }
    }
    let incomplete = report.files.iter().filter(|file| {
        let (lines, branches) = (file.coverage.line_count(), file.coverage.branch_count());
        lines.0 < lines.1 || branches.0 < branches.1
    });
    let mut said = false;
    for file in incomplete {
        if !said {
            out.push_str("\nCode that no example runs:\n");
            said = true;
        }
        let lines: Vec<u32> =
            file.coverage.lines.iter().filter(|(_, ran)| !**ran).map(|(line, _)| *line).collect();
        let branches = file.coverage.branch_count();
        let mut parts = Vec::new();
        if !lines.is_empty() {
            parts.push(format!("lines {}", ranges(&lines)));
        }
        if branches.0 < branches.1 {
            let missing = branches.1 - branches.0;
            parts.push(format!("{missing} of {} branches", branches.1));
        }
        let _ = writeln!(out, "  {}: {}", file.path, parts.join("; "));
    }
    out
}

/// Formats consecutive numbers as ranges: `3-5, 8`.
fn ranges(lines: &[u32]) -> String {
    let groups = lines.chunk_by(|a, b| a + 1 == *b).map(|group| match group {
        [only] => only.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    groups.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_in_a_row() {
        assert_eq!(ranges(&[1, 2, 3, 5, 8, 9]), "1-3, 5, 8-9");
        assert_eq!(ranges(&[]), "");
    }
}
