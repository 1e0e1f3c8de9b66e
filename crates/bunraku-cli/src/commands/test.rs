//! `bunraku test`: runs the rspec-puppet suite of a module.

mod init;
mod interruption;
mod snapshot;
mod watch;

use std::env;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;
use std::time::Instant;

use bunraku::diag::{Diagnostic, codes};
use bunraku_fs::SystemWorld;
use bunraku_rspec::coverage;
use bunraku_rspec::report::{self, Totals};
use bunraku_rspec::{FileRun, Options, SpecFile, Suite, Tag};

use crate::args::{Color, CoverageFormat, LogFormat, Test, TestFormat};
use crate::commands::Status;
use crate::output;
use crate::pool::{Event, map_and_help};
use crate::report::{Refusal, Reporter};

/// Runs the command.
pub fn run(args: &Test, color: Color) -> Status {
    let refuse = |refusal: Refusal| Reporter::new(LogFormat::Text, color).refuse(refusal);
    if args.init {
        return init::run(args).unwrap_or_else(refuse);
    }
    if let Some(folder) = &args.snapshot {
        return snapshot::run(args, folder, color).unwrap_or_else(refuse);
    }
    if args.watch {
        return watch::run(args).unwrap_or_else(refuse);
    }
    let ran = open(args).and_then(|suite| Ok((find(args, &suite)?, suite)));
    let (files, suite) = match ran {
        Ok(opened) => opened,
        Err(refusal) => return refuse(refusal),
    };
    let status = run_files(args, &suite, &files).1;
    match tell_coverage(args, &suite) {
        Ok(Status::Fine) => status,
        Ok(failed) => failed,
        Err(refusal) => refuse(Refusal::from(refusal)),
    }
}

/// Runs spec files on all cores and reports the results.
fn run_files(args: &Test, suite: &Suite, files: &[SpecFile]) -> (Vec<FileRun>, Status) {
    let started = Instant::now();
    let watch = interruption::Watch::begin(suite.stopper());
    let mut runs: Vec<FileRun> = Vec::new();
    let mut failed = 0;
    map_and_help(
        files,
        |_, file| suite.run(file),
        Some(&|| suite.help()),
        |event| match event {
            // After the first failure nothing else counts, whatever other threads have run meanwhile.
            Event::Result(_) if args.fail_fast && !runs.iter().all(FileRun::is_fine) => {}
            // Nothing of it was run.
            Event::Result(run) if run.stopped && run.events.is_empty() => {}
            Event::Result(run) => {
                match args.format {
                    TestFormat::Progress => print(&report::progress(&run)),
                    TestFormat::Documentation => print(&report::documentation(&run, failed)),
                    TestFormat::Json | TestFormat::Junit | TestFormat::Github => {}
                }
                failed += Totals::of([&run]).failures;
                if args.fail_fast && !run.is_fine() {
                    suite.stop();
                }
                runs.push(run);
            }
            Event::Tick(_) => {}
        },
    );
    let took = started.elapsed();
    match args.format {
        TestFormat::Json => print(&report::json(&runs, took, suite.seed())),
        TestFormat::Junit => print(&report::junit(&runs, took)),
        TestFormat::Github => {
            print(&report::github(&runs, &args.module));
            print(&Totals::of(&runs).text(took));
            print(&slowest(args, &runs));
        }
        TestFormat::Progress | TestFormat::Documentation => {
            print(&format!("\n{}\n{}", report::failures(&runs), Totals::of(&runs).text(took)));
            if let Some(seed) = suite.seed() {
                print(&format!("\nRandomized with seed {seed}\n"));
            }
            print(&slowest(args, &runs));
            print(&missing(suite));
        }
    }
    let status = match runs.iter().all(FileRun::is_fine) {
        _ if watch.interrupted() => {
            let whole = runs.iter().filter(|run| !run.stopped).count();
            eprintln!("\ninterrupted: {whole} of {} files were run", files.len());
            Status::Interrupted
        }
        true => Status::Fine,
        false => Status::Problems,
    };
    (runs, status)
}

/// The slowest examples, if requested.
fn slowest(args: &Test, runs: &[FileRun]) -> String {
    args.profile.map(|count| report::profile(runs, count)).unwrap_or_default()
}

/// Prints or writes the coverage of the suite, if requested.
fn tell_coverage(args: &Test, suite: &Suite) -> Result<Status, Box<Diagnostic>> {
    let (Some(format), Some(reached)) = (args.coverage, suite.coverage()) else { return Ok(Status::Fine) };
    let (text, name) = match format {
        CoverageFormat::Text => (coverage::text(&reached), "-"),
        CoverageFormat::Lcov => (coverage::lcov(&reached), "lcov.info"),
        CoverageFormat::Cobertura => (coverage::cobertura(&reached), "coverage.xml"),
        CoverageFormat::Html => (coverage::html(&reached), "coverage.html"),
    };
    output::save(args.coverage_output.as_deref().unwrap_or(name.as_ref()), &text)
}

fn open(args: &Test) -> Result<Suite, Refusal> {
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let folders = |path: &String| {
        path.split(':').filter(|part| !part.is_empty()).map(PathBuf::from).collect::<Vec<_>>()
    };
    let modulepath = args.modulepath.as_ref().map(folders).unwrap_or_default();
    let (without, tags): (Vec<_>, Vec<_>) = args.tags.iter().partition(|tag| tag.starts_with('~'));
    let options = Options {
        modulepath: modulepath.iter().map(|folder| absolute(folder)).collect(),
        facterdb: fact_folders(args).iter().map(|folder| absolute(folder)).collect(),
        libraries: args.libraries.iter().map(|folder| absolute(folder)).collect(),
        names: args.names.clone(),
        tags: tags.into_iter().map(|tag| tag_of(tag)).collect(),
        without: without.into_iter().map(|tag| tag_of(tag.trim_start_matches('~'))).collect(),
        seed: seed(args)?,
        fail_fast: args.fail_fast,
        steps: args.max_steps,
        limits: args.limits.limits(),
        coverage: args.coverage.is_some(),
    };
    let policy = VARIABLES.iter().fold(args.allow.policy()?, |policy, name| policy.allow_variable(*name));
    let suite = Suite::open(Arc::new(SystemWorld::with_policy(policy)), &absolute(&args.module), options);
    suite.map_err(|error| Diagnostic::error(codes::WRONG_USE, error.to_string()).into())
}

/// The seed of a random order, if one is requested. RSpec's seeds have five digits at most, which people can type again.
fn seed(args: &Test) -> Result<Option<u32>, Refusal> {
    let order = args.order.as_deref().unwrap_or(if args.seed.is_some() { "random" } else { "defined" });
    let (kind, own) = match order.split_once(':') {
        Some((kind, seed)) => (kind, Some(seed)),
        None => (order, None),
    };
    let own = own.map(str::parse::<u32>).transpose();
    match (kind, own) {
        ("defined", Ok(None)) => Ok(None),
        ("random" | "rand", Ok(own)) => Ok(Some(own.or(args.seed).unwrap_or_else(|| process::id() % 0xffff))),
        _ => {
            let message =
                format!("expected `defined`, `random` or `random:SEED` as the order, got `{order}`");
            Err(Diagnostic::error(codes::WRONG_USE, message).into())
        }
    }
}

/// The environment variables that control rspec-puppet-facts and the helpers of suites. Suites may read them.
const VARIABLES: [&str; 5] =
    ["SPEC_FACTS_OS", "SPEC_FACTS_STRICT", "SIMP_FACTS_OS", "SIMP_FACTS_lsb", "STRICT_VARIABLES"];

/// The folders with facts, in FacterDB's search order: those of the user come first.
fn fact_folders(args: &Test) -> Vec<PathBuf> {
    let own = env::var_os("FACTERDB_SEARCH_PATHS").unwrap_or_default();
    let own = env::split_paths(&own).filter(|folder| folder.is_dir());
    let whole = args.facterdb.iter().filter(|_| env::var_os("FACTERDB_SKIP_DEFAULTDB").is_none());
    own.chain(whole.flat_map(env::split_paths)).collect()
}

fn find(args: &Test, suite: &Suite) -> Result<Vec<SpecFile>, Refusal> {
    let found = suite.find(&args.paths);
    found.map_err(|error| Diagnostic::error(codes::WRONG_USE, error.to_string()).into())
}

fn tag_of(text: &str) -> Tag {
    match text.split_once(':') {
        Some((name, value)) => Tag { name: name.to_owned(), value: Some(value.to_owned()) },
        None => Tag { name: text.to_owned(), value: None },
    }
}

/// The missing fixtures, each with a command that fetches it.
fn missing(suite: &Suite) -> String {
    let missing = suite.missing();
    if missing.is_empty() {
        return String::new();
    }
    let lines: Vec<String> = missing.iter().map(|each| format!("  {}", each.command)).collect();
    let names: Vec<String> = missing.iter().map(|each| format!("`{}`", each.name)).collect();
    format!("\nThese fixtures are missing: {}. To get them:\n{}\n", names.join(", "), lines.join("\n"))
}

fn print(text: &str) {
    let mut out = io::stdout().lock();
    // The reader may have closed the pipe.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
