//! Coverage in the format of LCOV, which editors and services read.

use std::fmt::Write as _;

use super::Report;

/// A record for each file.
pub fn lcov(report: &Report) -> String {
    let mut out = String::new();
    for file in &report.files {
        let _ = writeln!(out, "TN:\nSF:{}", file.path);
        for (number, branch) in file.coverage.branches.iter().enumerate() {
            let _ = writeln!(out, "BRDA:{},0,{number},{}", branch.line, u8::from(branch.ran));
        }
        let (ran, all) = file.coverage.branch_count();
        let _ = writeln!(out, "BRF:{all}\nBRH:{ran}");
        for (line, ran) in &file.coverage.lines {
            let _ = writeln!(out, "DA:{line},{}", u8::from(*ran));
        }
        let (ran, all) = file.coverage.line_count();
        let _ = writeln!(out, "LF:{all}\nLH:{ran}\nend_of_record");
    }
    out
}
