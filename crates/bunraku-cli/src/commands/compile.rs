//! `bunraku compile`: makes the catalogs of nodes.

mod many;

use bunraku::catalog::Catalog;
use bunraku::diag::{Diagnostic, Source, Sources, codes};
use bunraku::eval::LogEntry;
use bunraku::{Outcome, Program};

use super::Status;
use crate::args::{Color, Compile};
use crate::bug;
use crate::enc::Enc;
use crate::files::{self, Content};
use crate::output;
use crate::report::{Refusal, Reporter};
use crate::site::Sites;

/// Runs the command.
pub fn run(args: &Compile, color: Color) -> Status {
    let mut reporter = Reporter::for_program(args.log_format, color, args.conditions.detail());
    let done = match &args.nodes_from {
        Some(nodes) => many::run(args, nodes, &mut reporter),
        None => one(args, &mut reporter),
    };
    match done {
        Ok(status) => status,
        Err(refusal) => reporter.refuse(refusal),
    }
}

/// Compiles the one node that the options are about.
fn one(args: &Compile, reporter: &mut Reporter) -> Result<Status, Refusal> {
    let compilation = match Compilation::prepare(args, reporter)? {
        Ok(compilation) => compilation,
        Err(Broken(source, diagnostic)) => {
            let mut sources = Sources::new();
            sources.add(source);
            reporter.report(diagnostic, &sources);
            return Ok(Status::Problems);
        }
    };
    let program = compilation.program.clone();
    let outcome = match compilation.run(program) {
        Ok(outcome) => outcome,
        Err(refusal) => {
            reporter.report(*refusal.reason, &refusal.sources);
            return Ok(Status::Problems);
        }
    };
    reporter.outcome(outcome.log, outcome.diagnostics, &outcome.sources);
    match outcome.catalog {
        Some(catalog) if reporter.errors == 0 => {
            let path = args.output.as_deref().unwrap_or("-".as_ref());
            Ok(output::save(path, &as_file(&catalog))?)
        }
        _ => Ok(Status::Problems),
    }
}

/// A catalog as JSON that ends with a line end.
fn as_file(catalog: &Catalog) -> String {
    let mut json = catalog.to_json();
    json.push('\n');
    json
}

/// What all nodes of a run share.
struct Compilation<'a> {
    /// Everything but the node.
    program: Program,
    enc: Option<Enc>,
    code: Code<'a>,
}

/// Where the code is.
enum Code<'a> {
    /// In environments with modules and data.
    Sites(Sites<'a>),
    /// In one manifest.
    Manifest(Source),
}

/// A manifest that is not text, for the reason given; the source is what can be shown of it.
struct Broken(Source, Diagnostic);

impl Compilation<'_> {
    fn prepare<'a>(
        args: &'a Compile,
        reporter: &mut Reporter,
    ) -> Result<Result<Compilation<'a>, Broken>, Refusal> {
        let stdin = args.path.as_ref().is_some_and(|path| path.as_os_str() == "-");
        args.conditions.refuse_second_stdin(stdin)?;
        let (program, settings) = args.conditions.program_in(&args.site, reporter)?;
        let enc = match &args.enc {
            Some(path) => Some(Enc::new(path)?),
            None => Enc::configured(&settings)?,
        };
        if args.site.is_given() {
            if stdin {
                let message = "a manifest from standard input has no modules and no data";
                let help = "name a file, or leave `--environment`, `--confdir`, `--modulepath` and `--hiera-config` out";
                return Err(Diagnostic::error(codes::WRONG_USE, message).help(help).into());
            }
            let sites = Sites::open(&args.site, &program, args.path.as_deref())?;
            return Ok(Ok(Compilation { program, enc, code: Code::Sites(sites) }));
        }
        let path = args.path.clone().unwrap_or_default();
        let input = files::find_one(&path, &args.stdin_name)?;
        Ok(match input.read() {
            Content::Text(source) => Ok(Compilation { program, enc, code: Code::Manifest(source) }),
            Content::Broken(source, diagnostic) => Err(Broken(source, diagnostic)),
        })
    }

    /// Compiles a node, after asking the classifier about it.
    fn run(&self, program: Program) -> Result<Outcome, Refusal> {
        let node = program.node.clone();
        bug::caught(&node, || self.run_unguarded(program))?
    }

    fn run_unguarded(&self, mut program: Program) -> Result<Outcome, Refusal> {
        if let Some(enc) = &self.enc {
            let classification = enc.classify(&*program.world, &program.node)?;
            if let Some(environment) = &classification.environment {
                program.environment.clone_from(environment);
            }
            program.classification = Some(classification);
        }
        match &self.code {
            Code::Sites(sites) => {
                let opened = sites.get(&program)?;
                if let Some(version) = &opened.version {
                    program.version.clone_from(version);
                }
                let mut outcome = program.compile(&opened.site);
                let note = opened.take_note().map(LogEntry::Diagnostic);
                outcome.log.splice(0..0, note);
                Ok(outcome)
            }
            Code::Manifest(source) => Ok(program.evaluate(source.name(), source.text())),
        }
    }
}
