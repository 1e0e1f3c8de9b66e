//! `bunraku repl`: evaluates input interactively.

mod attribute;
mod command;
mod complete;
mod docs;
mod highlight;
mod history;
mod input;
mod path;
mod reader;

use std::cell::{Ref, RefCell, RefMut};
use std::rc::Rc;

use bunraku::diag::render::Style;
use bunraku::diag::{Diagnostic, Severity, Sources, codes};
use bunraku::edition::Edition;
use bunraku::pcore::{Value, notation};
use bunraku::syntax::ast::{Root, View};
use bunraku::syntax::{NodeKind, SourceKind};
use bunraku::{Program, Session, Site};

use super::Status;
use crate::args::{self, Color, LineFormat};
use crate::log::Detail;
use crate::output;
use crate::report::{Refusal, Reporter};
use crate::site::SiteArgs;
use crate::terminal;
use command::Command;
use reader::Reader;

/// Runs the command.
pub fn run(args: &args::Repl, color: Color) -> Status {
    let detail = args.conditions.detail();
    let mut reporter = Reporter::for_program(LineFormat::Text, color, detail);
    match Repl::new(args, color, detail, &mut reporter) {
        Ok(repl) => repl.run(),
        Err(refusal) => reporter.refuse(refusal),
    }
}

/// Starts a REPL session, in a site if there is one.
fn session(program: Program, site: Option<Site>) -> Session {
    match site {
        Some(site) => Session::within(program, site),
        None => Session::new(program),
    }
}

/// Whether to continue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Go,
    Quit,
}

/// A REPL session, reading from a terminal or a pipe.
struct Repl {
    /// Shared with the line editor, which completes names.
    session: Rc<RefCell<Session>>,
    site_args: SiteArgs,
    color: Color,
    detail: Detail,
    style: Style,
    /// The number of inputs so far.
    inputs: usize,
    failed: bool,
}

impl Repl {
    fn new(
        args: &args::Repl,
        color: Color,
        detail: Detail,
        reporter: &mut Reporter,
    ) -> Result<Repl, Refusal> {
        args.conditions.refuse_second_stdin(true)?;
        let site_args = args.site.or_current();
        let (program, _) = args.conditions.program_in(&site_args, reporter)?;
        let site = site_args.open_if_given(&program)?;
        let session = Rc::new(RefCell::new(session(program, site)));
        let style = terminal::style(color);
        Ok(Repl { session, site_args, color, detail, style, inputs: 0, failed: false })
    }

    fn run(mut self) -> Status {
        let mut reader = match Reader::new(self.style, &self.session) {
            Ok(reader) => reader,
            Err(reason) => {
                self.fail(*reason);
                return Status::Problems;
            }
        };
        if reader.is_interactive() {
            let edition = self.edition().name;
            let version = env!("CARGO_PKG_VERSION");
            let place = match self.session().site().and_then(|site| site.environment.folder.as_ref()) {
                Some(folder) => format!(", environment {}", folder.display()),
                None => String::new(),
            };
            self.print(&format!("bunraku {version}, edition {edition}{place}. Type `:help` for help.\n"));
        }
        loop {
            let next = match reader.read(self.edition()) {
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
        // On a terminal the user has seen what failed, but a script needs the exit status.
        if self.failed && !reader.is_interactive() { Status::Problems } else { Status::Fine }
    }

    /// Processes one input.
    fn answer(&mut self, text: &str) -> Next {
        match Command::parse(text) {
            Some(Ok(command)) => return self.command(command),
            Some(Err(reason)) => self.fail(*reason),
            None => {
                self.inputs += 1;
                let name = format!("<input {}>", self.inputs);
                if let Some(value) = self.evaluate(&name, text)
                    && !(value.is_undef() && is_statement(text, self.session().program()))
                {
                    self.show(&value);
                }
            }
        }
        Next::Go
    }

    /// Evaluates code and reports its log and diagnostics.
    fn evaluate(&mut self, name: &str, text: &str) -> Option<Value> {
        let mut reply = self.session_mut().evaluate(name, text);
        for diagnostic in &mut reply.diagnostics {
            if diagnostic.code == codes::TOO_MUCH_MEMORY {
                // What earlier inputs keep counts, too.
                diagnostic.help = Some(
                    "forget all variables and resources with `:reset`, or raise `--max-memory`".to_owned(),
                );
            }
        }
        let mut reporter = Reporter::for_program(LineFormat::Text, self.color, self.detail);
        reporter.outcome(reply.log, reply.diagnostics, self.session().sources());
        self.failed |= reporter.errors > 0;
        reply.value
    }

    fn session(&self) -> Ref<'_, Session> {
        self.session.borrow()
    }

    fn session_mut(&self) -> RefMut<'_, Session> {
        self.session.borrow_mut()
    }

    fn edition(&self) -> &'static Edition {
        self.session().program().edition
    }

    /// Prints a value, on one line if it fits.
    fn show(&mut self, value: &Value) {
        let rules = &self.edition().types;
        let mut text = notation::literal(rules, value);
        if text.chars().count() > terminal::width() {
            text = notation::indented_literal(rules, value, 0);
        }
        self.print_code(&text);
    }

    /// Prints highlighted code.
    fn print_code(&mut self, text: &str) {
        let shown = match self.style {
            Style::Plain => text.to_owned(),
            Style::Ansi => highlight::paint(text, &self.edition().syntax),
        };
        self.print(&format!("{shown}\n"));
    }

    fn print(&mut self, text: &str) {
        self.failed |= output::print(text) != Status::Fine;
    }

    /// Reports a problem with the session itself.
    fn fail(&mut self, reason: Diagnostic) {
        self.failed |= reason.severity == Severity::Error;
        let mut reporter = Reporter::for_program(LineFormat::Text, self.color, self.detail);
        reporter.report(reason, &Sources::new());
    }
}

/// Whether the code ends with something that has no interesting value, such as a definition or `notice(...)`.
fn is_statement(text: &str, program: &Program) -> bool {
    let tree = bunraku::syntax::parse(text, SourceKind::Manifest, &program.edition.syntax);
    let Some(last) = Root::cast(tree.root(text)).and_then(|code| code.statements().last()) else {
        return true;
    };
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
