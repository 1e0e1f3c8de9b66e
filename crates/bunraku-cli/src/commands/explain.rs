//! `bunraku explain`: prints the page of a diagnostic code or lint rule.

use std::fmt::Write;

use bunraku::diag::codes::WRONG_USE;
use bunraku::diag::{Code, Diagnostic, nearest};

use super::Status;
use crate::args::{Color, Explain, LogFormat};
use crate::output;
use crate::report::Reporter;

/// Runs the command.
pub fn run(args: &Explain, color: Color) -> Status {
    let Some(name) = args.code.as_deref().filter(|_| !args.list) else { return output::show(&list()) };
    match codes().find(|code| code.name() == name) {
        Some(code) => output::show(code.page()),
        None => Reporter::new(LogFormat::Text, color).refuse(unknown(name)),
    }
}

/// The codes of diagnostics, then the names of the rules of `bunraku lint`.
fn codes() -> impl Iterator<Item = Code> {
    Code::all().iter().copied().chain(bunraku::lint::codes())
}

fn list() -> String {
    let width = codes().map(|code| code.name().len()).max().unwrap_or(0);
    let mut list = String::new();
    for code in codes() {
        // Writing to a string cannot fail.
        let line = format!("{:width$}  {}", code.name(), code.summary());
        let _ = writeln!(list, "{}", line.trim_end());
    }
    list
}

fn unknown(name: &str) -> Diagnostic {
    let diagnostic = Diagnostic::error(WRONG_USE, format!("unknown code `{name}`"));
    diagnostic.help(match nearest(name, codes().map(Code::name)) {
        Some(code) => format!("write `bunraku explain {code}`"),
        None => "`bunraku explain --list` lists all codes".to_owned(),
    })
}
