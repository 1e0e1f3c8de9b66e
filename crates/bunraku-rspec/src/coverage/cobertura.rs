//! Coverage as Cobertura XML, which build servers read.

use std::fmt::Write as _;

use crate::report::escaped;

use super::{Report, percent};

/// One package with a class for each file.
pub fn cobertura(report: &Report) -> String {
    let rate = |counts| percent(counts) / 100.0;
    let ((lines, all_lines), (branches, all_branches)) = (report.lines(), report.branches());
    let (line_rate, branch_rate) = (rate(report.lines()), rate(report.branches()));
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        out,
        "<coverage line-rate=\"{line_rate:.4}\" branch-rate=\"{branch_rate:.4}\" lines-covered=\"{lines}\" \
         lines-valid=\"{all_lines}\" branches-covered=\"{branches}\" branches-valid=\"{all_branches}\" \
         complexity=\"0\" version=\"1\" timestamp=\"0\">"
    );
    let _ = writeln!(
        out,
        "  <packages><package name=\".\" line-rate=\"{line_rate:.4}\" branch-rate=\"{branch_rate:.4}\" complexity=\"0\"><classes>"
    );
    for file in &report.files {
        let name = escaped(&file.path);
        let _ = writeln!(
            out,
            "    <class name=\"{name}\" filename=\"{name}\" line-rate=\"{:.4}\" branch-rate=\"{:.4}\" complexity=\"0\"><methods/><lines>",
            rate(file.coverage.line_count()),
            rate(file.coverage.branch_count()),
        );
        for (line, ran) in &file.coverage.lines {
            let of_line: Vec<bool> = file
                .coverage
                .branches
                .iter()
                .filter(|branch| branch.line == *line)
                .map(|branch| branch.ran)
                .collect();
            let taken = of_line.iter().filter(|ran| **ran).count();
            let branch = match of_line.len() {
                0 => " branch=\"false\"".to_owned(),
                all => format!(
                    " branch=\"true\" condition-coverage=\"{:.0}% ({taken}/{all})\"",
                    percent((taken, all))
                ),
            };
            let _ = writeln!(out, "      <line number=\"{line}\" hits=\"{}\"{branch}/>", u8::from(*ran));
        }
        out.push_str("    </lines></class>\n");
    }
    out.push_str("  </classes></package></packages>\n</coverage>\n");
    out
}
