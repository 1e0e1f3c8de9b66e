//! `bunraku verify`: compares catalogs with those Puppet compiles.

mod cut;
mod puppet;
mod server;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Instant;

use bunraku::diag::{Diagnostic, codes};
use bunraku::insight::diff::Home;
use bunraku::insight::verify::{self, Report, Verdict};

use super::{Status, compile};
use crate::args::{AnswerFormat, Color, Compile, LogFormat, Verify};
use crate::files::{self, reason};
use crate::output;
use crate::report::{Refusal, Reporter};
use crate::served;

/// Runs the command. The exit status is 1 if a node differs or fails.
pub fn run(args: &Verify, color: Color) -> Status {
    let mut reporter = Reporter::for_program(LogFormat::Text, color, args.conditions.detail().of_question());
    let done = report(args, &mut reporter).and_then(|report| {
        let saved = save(args, &report)?;
        show_cut(args, &report, &mut reporter)?;
        Ok((saved, report))
    });
    match done {
        Ok((saved, report)) => match (reporter.finish(), saved) {
            (_, Status::Fine) if report.equal() < report.verdicts.len() => Status::Problems,
            (Status::Fine, saved) => saved,
            (status, _) => status,
        },
        Err(refusal) => reporter.refuse(refusal),
    }
}

fn save(args: &Verify, report: &Report) -> Result<Status, Refusal> {
    let text = match args.format {
        AnswerFormat::Text => report.to_text(),
        AnswerFormat::Json => report.to_json(),
    };
    Ok(output::save(args.output.as_deref().unwrap_or("-".as_ref()), &text)?)
}

/// Reduces the environment to what shows the first difference, if requested.
fn show_cut(args: &Verify, report: &Report, reporter: &mut Reporter) -> Result<(), Refusal> {
    let (Some(folder), Some(program)) = (&args.cut, &args.puppet) else { return Ok(()) };
    let first =
        report.verdicts.iter().find_map(|verdict| Some((verdict.node.as_str(), verdict.changes.first()?)));
    let Some(first) = first else { return Ok(()) };
    if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        let message = format!("the folder `{}` is not empty", folder.display());
        return Err(Diagnostic::error(codes::WRONG_USE, message).into());
    }
    let told = cut::cut(program, args, first, folder, reporter)?;
    reporter.note(told.trim_end());
    Ok(())
}

/// The catalogs of another compiler by node, or why it compiled none.
struct Recorded {
    by: String,
    catalogs: BTreeMap<String, Result<String, String>>,
    milliseconds: Option<u128>,
}

fn report(args: &Verify, reporter: &mut Reporter) -> Result<Report, Refusal> {
    let recorded = match (&args.against, &args.puppet) {
        (Some(path), _) => match path.to_str().filter(|name| served::is_address(name)) {
            Some(address) => server::ask(address, args, reporter)?,
            None => read(path)?,
        },
        (None, Some(program)) => puppet::compile(program, args, reporter)?,
        (None, None) => {
            let message = "nothing to compare with";
            let help = "pass a folder of catalogs, or an installed Puppet with `--puppet PROGRAM`";
            return Err(Diagnostic::error(codes::WRONG_USE, message).help(help).into());
        }
    };
    let site = args.site.or_current();
    let folder = site.environment.as_deref().unwrap_or(Path::new("."));
    let folder = std::path::absolute(folder).unwrap_or_default();
    let home = Home { folder: folder.display().to_string(), copy_of: None };
    let compilation = Compile::new(site, args.conditions.clone());
    let judge = |catalog: &bunraku::catalog::Catalog| {
        let node = catalog.header().name.as_str();
        match recorded.catalogs.get(node) {
            Some(Ok(text)) => verify::verify(text, catalog, &home).unwrap_or_else(|problem| {
                Verdict::failed(node, format!("the recorded catalog is {problem}"))
            }),
            Some(Err(problem)) => {
                Verdict::failed(node, format!("only bunraku can compile it; {}: {problem}", recorded.by))
            }
            None => Verdict::failed(node, "no recorded catalog found"),
        }
    };
    let start = Instant::now();
    let judged = compile::catalogs(&compilation, &args.nodes_from, reporter, judge)?;
    let here = start.elapsed().as_millis();
    let mut verdicts: Vec<Verdict> = judged
        .into_iter()
        .map(|(node, verdict)| {
            verdict.unwrap_or_else(|| match recorded.catalogs.get(&node) {
                // Both reject the node, each with its own message: that counts as equal.
                Some(Err(_)) => Verdict { node, ..Verdict::default() },
                _ => Verdict::failed(&node, "bunraku cannot compile it"),
            })
        })
        .collect();
    let is_judged = |node: &&String| verdicts.iter().any(|verdict| &verdict.node == *node);
    let unknown: Vec<&String> = recorded.catalogs.keys().filter(|node| !is_judged(node)).collect();
    let unknown: Vec<Verdict> = unknown
        .into_iter()
        .map(|node| Verdict::failed(node, "there are no facts to compile it with"))
        .collect();
    verdicts.extend(unknown);
    let about = vec![
        ("by", format!("bunraku {}", env!("CARGO_PKG_VERSION"))),
        ("code", home.folder),
        ("facts", args.nodes_from.display().to_string()),
        ("at", bunraku_store::show_time(bunraku_store::now())),
    ];
    Ok(Report { verdicts, against: recorded.by, about, milliseconds: (here, recorded.milliseconds) })
}

fn read(path: &Path) -> Result<Recorded, Refusal> {
    let mut catalogs = BTreeMap::new();
    let is_catalog = |path: &std::path::PathBuf| path.extension().is_some_and(|ending| ending == "json");
    let is_named = !path.is_dir();
    let paths = match path.is_dir() {
        true => files::entries(path)?.into_iter().filter(is_catalog).collect(),
        false => vec![path.to_owned()],
    };
    for path in &paths {
        let unreadable = |problem: &str| {
            let message = format!("cannot read `{}`: {problem}", path.display());
            Diagnostic::error(codes::WRONG_USE, message)
        };
        let text = files::catalog_of(path, is_named).map_err(|error| unreadable(&reason(&error)))?;
        let snapshot =
            bunraku::insight::diff::Snapshot::from_json(&text).map_err(|problem| unreadable(&problem))?;
        catalogs.insert(snapshot.node, Ok(text));
    }
    if catalogs.is_empty() {
        let message = format!("no catalogs found in `{}`", path.display());
        let help = "expected files named `NODE.json`, as agents save them in `client_data/catalog`";
        return Err(Diagnostic::error(codes::WRONG_USE, message).help(help).into());
    }
    Ok(Recorded { by: format!("the catalogs in `{}`", path.display()), catalogs, milliseconds: None })
}
