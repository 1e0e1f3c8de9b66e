//! `bunraku repl`: a conversation, one input at a time.

mod command;
mod complete;
mod highlight;
mod history;
mod input;
mod reader;

use std::io;

use anstream::{AutoStream, ColorChoice};
use bunraku::diag::render::Style;
use bunraku::diag::{Diagnostic, Severity, Sources};
use bunraku::pcore::{Value, notation};
use bunraku::syntax::{NodeKind, SourceKind};
use bunraku::{Program, Session};

use super::Status;
use crate::args::{self, Color, LineFormat};
use crate::log::Detail;
use crate::output;
use crate::report::Reporter;
use command::Command;
use reader::Reader;

/// Wider values are shown on several lines.
const WIDTH: usize = 100;

/// Runs the command.
pub fn run(args: &args::Repl, color: Color) -> Status {
    let detail = args.conditions.detail();
    let refuse = |refusal| Reporter::for_program(LineFormat::Text, color, detail).refuse(refusal);
    let program = args.conditions.refuse_second_stdin(true).and_then(|()| args.conditions.program());
    match program {
        Ok(program) => Repl::new(program, color, detail).run(),
        Err(refusal) => refuse(refusal),
    }
}

/// Whether the conversation goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Go,
    Quit,
}

/// A conversation with a person or a pipe.
struct Repl {
    session: Session,
    color: Color,
    detail: Detail,
    /// How values are shown.
    style: Style,
    /// The inputs so far.
    inputs: usize,
    failed: bool,
}

impl Repl {
    fn new(program: Program, color: Color, detail: Detail) -> Repl {
        let choice = match color {
            Color::Auto => AutoStream::choice(&io::stdout()),
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        let style = if choice == ColorChoice::Never { Style::Plain } else { Style::Ansi };
        Repl { session: Session::new(program), color, detail, style, inputs: 0, failed: false }
    }

    fn run(mut self) -> Status {
        let mut reader = match Reader::new(self.style) {
            Ok(reader) => reader,
            Err(reason) => {
                self.fail(*reason);
                return Status::Problems;
            }
        };
        if reader.is_interactive() {
            let edition = self.session.program().edition.name;
            let version = env!("CARGO_PKG_VERSION");
            self.print(&format!("bunraku {version}, edition {edition}. `:help` says what you can do.\n"));
        }
        loop {
            reader.know(self.session.names(), self.session.program().edition);
            let next = match reader.read() {
                Ok(Some(text)) if text.trim().is_empty() => Next::Go,
                Ok(Some(text)) => self.answer(&text),
                Ok(None) => Next::Quit,
                Err(reason) => {
                    self.fail(*reason);
                    Next::Quit
                }
            };
            if next == Next::Quit {
                break;
            }
        }
        // Whoever sits at a terminal has seen what failed; a script has to be told.
        if self.failed && !reader.is_interactive() { Status::Problems } else { Status::Fine }
    }

    /// Does what one input asks for.
    fn answer(&mut self, text: &str) -> Next {
        match Command::parse(text) {
            Some(Ok(command)) => return self.command(command),
            Some(Err(reason)) => self.fail(*reason),
            None => {
                self.inputs += 1;
                let name = format!("<input {}>", self.inputs);
                if let Some(value) = self.evaluate(&name, text)
                    && !(value.is_undef() && is_statement(text, self.session.program()))
                {
                    self.show(&value);
                }
            }
        }
        Next::Go
    }

    /// Evaluates a text and reports what it logs and what is wrong with it.
    fn evaluate(&mut self, name: &str, text: &str) -> Option<Value> {
        let reply = self.session.evaluate(name, text);
        let mut reporter = Reporter::for_program(LineFormat::Text, self.color, self.detail);
        reporter.outcome(reply.log, reply.diagnostics, self.session.sources());
        self.failed |= reporter.errors > 0;
        reply.value
    }

    /// Shows a value on one line if it fits there.
    fn show(&mut self, value: &Value) {
        let rules = &self.session.program().edition.types;
        let mut text = notation::literal(rules, value);
        if text.chars().count() > WIDTH {
            text = notation::indented_literal(rules, value, 0);
        }
        self.print_code(&text);
    }

    /// Prints a piece of the language.
    fn print_code(&mut self, text: &str) {
        let shown = match self.style {
            Style::Plain => text.to_owned(),
            Style::Ansi => highlight::paint(text, &self.session.program().edition.syntax),
        };
        self.print(&format!("{shown}\n"));
    }

    fn print(&mut self, text: &str) {
        self.failed |= output::print(text) != Status::Fine;
    }

    /// Reports something about the conversation itself.
    fn fail(&mut self, reason: Diagnostic) {
        self.failed |= reason.severity == Severity::Error;
        let mut reporter = Reporter::for_program(LineFormat::Text, self.color, self.detail);
        reporter.report(reason, &Sources::new());
    }
}

/// Whether a text ends with something that is not written for its value, such as a definition or `notice(...)`.
fn is_statement(text: &str, program: &Program) -> bool {
    let tree = bunraku::syntax::parse(text, SourceKind::Manifest, &program.edition.syntax);
    let Some(last) = tree.root(text).children().last() else { return true };
    !matches!(
        last.kind(),
        NodeKind::Undef
            | NodeKind::Variable
            | NodeKind::Access
            | NodeKind::Selector
            | NodeKind::Parenthesized
            | NodeKind::MethodCall
            | NodeKind::Assignment
    )
}
