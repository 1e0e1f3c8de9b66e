//! `bunraku check`: runs every static check on a project and writes one report.

mod changed;
mod file;
mod nodes;
mod show;

use std::sync::Arc;

use bunraku::diag::{Diagnostic, Source};
use bunraku_config::Config;
use clap::ValueEnum;

use super::{Status, lint};
use crate::args::{Check, Color, FailOn, LogFormat, Part};
use crate::files::{self, Folders};
use crate::pool::{self, Event};
use crate::project::Project;
use crate::report::{Refusal, Reporter};
use file::Checker;
use nodes::Nodes;
use show::Show;

/// The file extensions and names searched for in folders.
const ENDINGS: &[&str] =
    &["pp", "epp", "erb", "rb", "yaml", "yml", "eyaml", "json", "Puppetfile", "environment.conf"];

/// Runs the command.
pub fn run(args: &Check, project: &Project, color: Color) -> Status {
    match check(args, project, color) {
        Ok(status) => status,
        Err(refusal) => Reporter::new(LogFormat::Text, color).refuse(refusal),
    }
}

fn check(args: &Check, project: &Project, color: Color) -> Result<Status, Refusal> {
    // The index, the nodes and the checks of single files need the same files.
    files::CONTENTS.keep();
    let parts = Parts::of(args, project.config());
    let fails_on = parts.fails_on;
    let found = files::find_in(&args.paths, "<stdin>", Folders::Own, ENDINGS)?;
    let mut found = project.keep(found, &args.paths);
    let left_out = found.note().filter(|_| !args.quiet);
    found.inputs.retain(|input| !lint::is_ignored(input, &args.rules));
    if args.changed {
        changed::keep(&mut found.inputs, &args.paths)?;
    }
    // If no file has changed, no catalog has.
    let compiles = parts.has(Part::Compile) && !(args.changed && found.inputs.is_empty());
    let listed = if compiles { nodes::listed(args, project)? } else { None };
    let nodes = listed.as_ref().map(|listed| Nodes::of(listed, args, color)).transpose()?;

    // What the nodes parse, the checks of single files do not parse again.
    let analyses = nodes.as_ref().map(Nodes::analyses);
    let checker = Checker::new(args, project, parts, &found.inputs, analyses);
    let files = found.inputs.iter().map(Work::File);
    let work: Vec<Work<'_>> = match &nodes {
        // Catalogs take longest. Starting with them keeps all cores busy until the end.
        Some(nodes) => nodes.iter().map(Work::Node).chain(files).collect(),
        None => files.collect(),
    };
    let mut show = Show::new(args, color, work.len());
    let outcome = |_, work: &Work<'_>| match work {
        Work::File(input) => Checked::File(checker.check(input)),
        Work::Node(node) => Checked::Node(nodes.as_ref().map(|nodes| nodes.compile(node))),
    };
    pool::map_in_order(&work, outcome, |event| match event {
        Event::Tick(done) => show.done(done),
        Event::Result(Checked::File(Some(findings))) => show.file(findings),
        Event::Result(Checked::Node(Some(compiled))) => show.node(compiled),
        Event::Result(_) => {}
    });
    checker.finish();
    let count = nodes.as_ref().map(|nodes| nodes.iter().count());
    let status = show.finish(found.inputs.len(), count.filter(|_| compiles), fails_on);
    if let Some(note) = left_out {
        eprintln!("{note}");
    }
    Ok(status)
}

/// A unit of work.
enum Work<'w> {
    File(&'w files::Input),
    Node(&'w super::compile::Named<'w>),
}

/// The result of a unit of work; `None` if nothing was checked.
enum Checked {
    File(Option<Findings>),
    Node(Option<nodes::Compiled>),
}

/// The findings of one file.
pub struct Findings {
    /// The file the findings are about.
    pub source: Arc<Source>,
    /// The findings, each with the part that reported it.
    pub found: Vec<(Part, Diagnostic)>,
}

/// Which parts run, and how severe a finding must be to fail the check.
#[derive(Debug, Clone)]
pub struct Parts {
    wanted: Vec<Part>,
    fails_on: FailOn,
}

impl Parts {
    /// The command line decides. Without `--only` and `--skip` the project does.
    fn of(args: &Check, config: &Config) -> Parts {
        let skipped = |part: &&Part| match (args.only.is_empty(), args.skip.is_empty()) {
            (true, true) => config.list("check.skip").iter().any(|name| name == part.name()),
            (true, false) => args.skip.contains(part),
            (false, _) => !args.only.contains(part) || args.skip.contains(part),
        };
        let wanted = Part::value_variants().iter().filter(|part| !skipped(part)).copied().collect();
        let configured = || FailOn::from_str(config.text("check.fail-on")?, false).ok();
        let of_rules = args.rules.fail_on_warnings.then_some(FailOn::Warning);
        let fails_on = args.fail_on.or(of_rules).or_else(configured).unwrap_or(FailOn::Error);
        Parts { wanted, fails_on }
    }

    fn has(&self, part: Part) -> bool {
        self.wanted.contains(&part)
    }
}
