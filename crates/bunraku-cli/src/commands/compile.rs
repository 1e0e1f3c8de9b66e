//! `bunraku compile`: compiles the catalogs of nodes.

mod check;
mod many;
mod shown;

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

pub use many::{Named, catalogs, compile, compile_with, facts_of, named, named_by, prepare};

use bunraku::analysis::Analyses;
use bunraku::catalog::{Catalog, Version};
use bunraku::diag::{Diagnostic, Source, Sources, codes};
use bunraku::eval::LogEntry;
use bunraku::loader::Environment;
use bunraku::{Classifier, Facts, Outcome, Program};

use super::Status;
use crate::args::{CatalogFormat, Color, Compile, LogFormat};
use crate::bug;
use crate::facts::Assignment;
use crate::files::{self, Content, MACHINE};
use crate::output;
use crate::report::{Refusal, Reporter};
use crate::site::Sites;
use crate::store::{self, Opened};

/// Runs the command.
pub fn run(args: &Compile, color: Color) -> Status {
    let mut reporter = Reporter::for_program(args.log_format, color, args.conditions.detail());
    let done = refuse_two_documents(args).map_err(Refusal::from).and_then(|()| match &args.nodes_from {
        Some(nodes) if args.check => check::many(args, nodes, &mut reporter),
        None if args.check => check::one(args, &mut reporter),
        Some(nodes) => many::run(args, nodes, &mut reporter),
        None => one(args, color, &mut reporter),
    });
    match done {
        Ok(Status::Fine) => reporter.finish(),
        Ok(status) => {
            reporter.finish();
            status
        }
        Err(refusal) => reporter.refuse(refusal),
    }
}

/// Standard output can receive a report or a catalog, but not both.
fn refuse_two_documents(args: &Compile) -> Result<(), Box<Diagnostic>> {
    let on_stdout = !args.check && args.output.as_deref().is_none_or(|path| path.as_os_str() == "-");
    if args.log_format == LogFormat::Sarif && on_stdout {
        let message = "`--log-format sarif` and the catalog would both be written to standard output";
        let help = "write the catalog to a file with `--output FILE`";
        return Err(Box::new(Diagnostic::error(codes::WRONG_USE, message).help(help)));
    }
    Ok(())
}

/// Compiles the catalog of a single node; `None` if there were errors, which have been reported.
pub fn catalog(args: &Compile, reporter: &mut Reporter) -> Result<Option<Catalog>, Refusal> {
    let compilation = match Compilation::prepare(args, reporter)? {
        Ok(compilation) => compilation,
        Err(Broken(source, diagnostic)) => {
            let mut sources = Sources::new();
            sources.add(source);
            reporter.report(diagnostic, &sources);
            return Ok(None);
        }
    };
    let program = compilation.program.clone();
    let facts = program.facts.clone();
    let outcome = match compilation.run(program) {
        Ok(outcome) => outcome,
        Err(refusal) => {
            reporter.report(*refusal.reason, &refusal.sources);
            return Ok(None);
        }
    };
    reporter.outcome(outcome.log, outcome.diagnostics, &outcome.sources);
    let catalog = outcome.catalog.filter(|_| reporter.errors == 0);
    if let (Some(store), Some(catalog)) = (&compilation.store, &catalog) {
        store.keep(store.take(&facts, catalog)?)?;
    }
    Ok(catalog)
}

/// Writes the catalog of a single node.
fn one(args: &Compile, color: Color, reporter: &mut Reporter) -> Result<Status, Refusal> {
    let start = Instant::now();
    let Some(catalog) = catalog(args, reporter)? else { return Ok(Status::Problems) };
    let path = args.output.as_deref().unwrap_or("-".as_ref());
    let about = shown::About { time: start.elapsed(), warnings: reporter.warnings };
    let text = shown::text(&catalog, args.form(), &about, color, path.as_os_str() != "-");
    Ok(output::save(path, &text)?)
}

/// The state shared by all nodes of a run.
pub struct Compilation {
    /// Everything except the node.
    program: Program,
    enc: Option<Classifier>,
    /// Whether catalogs are indented.
    pretty: bool,
    /// Where exported resources come from and catalogs are saved.
    store: Option<Opened>,
    /// Facts from the command line, which override those of each node.
    overrides: Vec<Assignment>,
    code: Code,
}

/// Where the code comes from.
enum Code {
    /// Environments with modules and data.
    Sites(Box<Sites>),
    /// A single manifest.
    Manifest(Source),
}

/// A manifest that is not valid UTF-8, and the reason. The source contains as much as can be shown.
struct Broken(Source, Diagnostic);

impl Compilation {
    /// The analyses of all code that it compiles.
    pub fn analyses(&self) -> Arc<Analyses> {
        Arc::clone(&self.program.analyses)
    }

    /// The name of the node, if there is only one.
    pub fn node(&self) -> &str {
        &self.program.node
    }

    /// Compiles the node, if there is only one.
    pub fn only(&self) -> Result<Outcome, Refusal> {
        self.run(self.program.clone())
    }

    /// The environment that was given.
    pub fn environment(&self) -> Option<&Environment> {
        match &self.code {
            Code::Sites(sites) => Some(sites.first()),
            Code::Manifest(_) => None,
        }
    }

    fn prepare(args: &Compile, reporter: &mut Reporter) -> Result<Result<Compilation, Broken>, Refusal> {
        let overrides = args.conditions.facts.fact.clone();
        let pretty = args.format == Some(CatalogFormat::JsonPretty);
        let stdin = args.path.as_ref().is_some_and(|path| path.as_os_str() == "-");
        args.conditions.refuse_second_stdin(stdin)?;
        let site = args.site.or_current();
        let (mut program, settings) = args.conditions.program_in(&site, reporter)?;
        program.automatic = args.automatic || args.check;
        let store = match &args.store {
            Some(name) if args.only_reads => {
                Some(store::open(name, false, args.site.confdir.as_deref())?.only_read())
            }
            Some(name) => Some(store::open(name, true, args.site.confdir.as_deref())?),
            None => None,
        };
        if let Some(store) = &store {
            store.give(&mut program);
        }
        let enc = match &args.enc {
            Some(path) => Some(classifier(path)?),
            None => Classifier::configured(&*MACHINE, &settings)?,
        };
        if stdin && args.site.is_given() {
            let message = "a manifest from standard input cannot be combined with an environment";
            let help =
                "pass a file, or remove `--environment`, `--confdir`, `--modulepath` and `--hiera-config`";
            return Err(Diagnostic::error(codes::WRONG_USE, message).help(help).into());
        }
        if site.is_given() && !stdin {
            let sites = Sites::open(site, &program, args.path.as_deref())?;
            let code = Code::Sites(Box::new(sites));
            return Ok(Ok(Compilation { program, enc, pretty, store, overrides, code }));
        }
        let Some(path) = &args.path else { return Err(nothing_to_compile().into()) };
        let input = files::find_one(path, &args.stdin_name)?;
        Ok(match input.read() {
            Content::Text(source) => {
                Ok(Compilation { program, enc, pretty, store, overrides, code: Code::Manifest(source) })
            }
            Content::Broken(source, diagnostic) => Err(Broken(source, diagnostic)),
        })
    }

    /// Merges the facts from the command line into those of a node.
    fn overridden(&self, mut facts: Facts) -> Result<Facts, Box<Diagnostic>> {
        self.overrides.iter().try_for_each(|assignment| assignment.apply(&mut facts.values))?;
        Ok(facts)
    }

    /// Compiles a node, after asking the classifier about it.
    fn run(&self, program: Program) -> Result<Outcome, Refusal> {
        let node = program.node.clone();
        bug::caught(&node, || self.run_unguarded(program))?
    }

    fn run_unguarded(&self, mut program: Program) -> Result<Outcome, Refusal> {
        if let Some(enc) = &self.enc {
            let _watch = program.watch();
            let classification = enc.classify(&*program.world_in_time(), &program.node)?;
            if let Some(environment) = &classification.environment {
                program.environment.clone_from(environment);
            }
            program.classification = Some(classification);
        }
        match &self.code {
            Code::Sites(sites) => {
                let opened = sites.get(&program)?;
                if let Some(version) = &opened.version {
                    program.version = Version::Told(version.clone());
                }
                let mut outcome = program.compile(&opened.site);
                let mut notes = opened.take_notes();
                // If a classifier assigns classes, no manifest is needed.
                let classes = program.classification.as_ref().map_or(0, |known| known.classes.len());
                notes.retain(|note| note.code != codes::EMPTY_ENVIRONMENT || classes == 0);
                outcome.log.splice(0..0, notes.into_iter().map(LogEntry::Diagnostic));
                Ok(outcome)
            }
            Code::Manifest(source) => Ok(program.evaluate(source.name(), source.text())),
        }
    }
}

/// The classifier given by `--enc`. The path is made absolute because a bare name would be searched for on the `PATH`.
fn classifier(path: &Path) -> Result<Classifier, Box<Diagnostic>> {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    Classifier::new(&*MACHINE, &absolute).map_err(|_| {
        let message = format!("node classifier `{}` not found", path.display());
        Box::new(Diagnostic::error(codes::WRONG_USE, message))
    })
}

fn nothing_to_compile() -> Diagnostic {
    let message = "nothing to compile: the current folder is not an environment";
    let help = "pass a manifest, or the folder of an environment with `--environment DIR`";
    Diagnostic::error(codes::WRONG_USE, message).help(help)
}
