//! Coverage for people.

use std::fmt::Write as _;

use bunraku::coverage::Condition;

use super::{Report, percent};

/// How many resources are shown.
const SHOWN: usize = 30;

/// A summary, the resources that no example tested, and the lines of each file that did not run.
pub fn text(report: &Report) -> String {
    let mut out = String::from("\nCoverage\n");
    for (name, counts) in [
        ("resources", report.touched()),
        ("lines", report.lines()),
        ("branches", report.branches()),
        ("conditions", report.conditions()),
    ] {
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
        let coverage = &file.coverage;
        let counts = [coverage.line_count(), coverage.branch_count(), coverage.condition_count()];
        counts.iter().any(|(ran, all)| ran < all)
    });
    let mut said = false;
    for file in incomplete {
        if !said {
            out.push_str("\nCode that no example runs:\n");
            said = true;
        }
        let lines: Vec<u32> =
            file.coverage.lines.iter().filter(|(_, ran)| !**ran).map(|(line, _)| *line).collect();
        let mut parts = Vec::new();
        if !lines.is_empty() {
            parts.push(format!("lines {}", ranges(&lines)));
        }
        let branches =
            lines_of(file.coverage.branches.iter().filter(|branch| !branch.ran).map(|branch| branch.line));
        if !branches.is_empty() {
            parts.push(format!("branches of {}", ranges(&branches)));
        }
        let of_tests = |missing: fn(&Condition) -> bool| {
            lines_of(file.coverage.conditions.iter().filter(|test| missing(test)).map(|test| test.line))
        };
        for (missing, words) in [
            (of_tests(|test| !test.held), "never true on"),
            (of_tests(|test| !test.failed), "never false on"),
        ] {
            if !missing.is_empty() {
                parts.push(format!("{words} {}", ranges(&missing)));
            }
        }
        let _ = writeln!(out, "  {}: {}", file.path, parts.join("; "));
    }
    out
}

/// Each line once.
fn lines_of(lines: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut lines: Vec<u32> = lines.collect();
    lines.dedup();
    lines
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
