//! `bunraku parse`: shows how a file is parsed.

use bunraku::diag::{Diagnostic, Source, Sources};
use bunraku::edition::SyntaxRules;
use bunraku::syntax::{Tree, dump, pn};

use super::Status;
use crate::args::{Color, LogFormat, Parse, TreeFormat};
use crate::files::{self, Content, Input};
use crate::output;
use crate::report::Reporter;

/// Runs the command.
pub fn run(args: &Parse, color: Color) -> Status {
    let mut reporter = Reporter::new(LogFormat::Text, color);
    let input = match files::find_one(&args.path, &args.stdin_name) {
        Ok(input) => input,
        Err(reason) => return reporter.refuse(*reason),
    };
    let Parsed { source, shown, diagnostics } = parse(&input, args);
    let printed = output::show(&shown);
    let mut sources = Sources::new();
    sources.add(source);
    for diagnostic in diagnostics {
        reporter.report(diagnostic, &sources);
    }
    match reporter.finish() {
        Status::Fine => printed,
        status => status,
    }
}

/// The result of parsing the file.
struct Parsed {
    source: Source,
    shown: String,
    diagnostics: Vec<Diagnostic>,
}

fn parse(input: &Input, args: &Parse) -> Parsed {
    let rules = &args.edition.syntax;
    let source = match input.read() {
        Content::Text(source) => source,
        Content::Broken(source, diagnostic) => {
            return Parsed { source, shown: String::new(), diagnostics: vec![diagnostic] };
        }
    };
    let tree = bunraku::syntax::parse(source.text(), input.kind(args.tasks), rules);
    let diagnostics = tree.errors().iter().map(|error| error.to_diagnostic(source.id())).collect();
    let shown = with_line_end(show(&tree, source.text(), args.format, rules));
    Parsed { source, shown, diagnostics }
}

fn show(tree: &Tree, text: &str, format: TreeFormat, rules: &SyntaxRules) -> String {
    match format {
        TreeFormat::Tree => dump::tree(tree, text),
        TreeFormat::Json => dump::json(tree, text),
        TreeFormat::Tokens => dump::tokens(tree, text),
        // Puppet's notation cannot represent missing nodes.
        TreeFormat::Pn | TreeFormat::PnJson if !tree.errors().is_empty() => String::new(),
        TreeFormat::Pn => pn::text(tree, text, rules),
        TreeFormat::PnJson => pn::json(tree, text, rules),
    }
}

fn with_line_end(mut text: String) -> String {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}
