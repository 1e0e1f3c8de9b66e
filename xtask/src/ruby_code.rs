//! Compares what Ruby code of modules does here with what it does in Puppet: templates with made-up variables,
//! functions with made-up arguments.

mod functions;
mod puppet;
mod tally;
mod templates;
pub(crate) mod worlds;

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::arguments::Arguments;
use puppet::Puppet;
use tally::{Counts, Table, Verdict};
pub(crate) use tally::{difference, short};
use worlds::Bunraku;

/// The stack of the thread that evaluates.
pub(crate) const STACK: usize = 256 << 20;

/// A template or function, and programs that use it.
pub struct Case {
    name: String,
    /// Why it cannot be read, if it cannot.
    unread: Option<String>,
    programs: Vec<Program>,
    /// The name of the function, if it is one.
    function: Option<String>,
}

/// A program and how to speak of it.
pub struct Program {
    title: String,
    manifest: String,
}

/// What a program comes to: the resources of its catalog, or a message.
pub type Answer = Result<Value, String>;

/// Prints what differs.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let puppet = arguments.option("--puppet").map(PathBuf::from);
    let only = arguments.option("--only");
    let kept = arguments.option("--answers").map(PathBuf::from);
    let show = arguments.number("--show")?.unwrap_or(u64::MAX) as usize;
    let modules = arguments.next().map(PathBuf::from).ok_or("the folder with the modules is missing")?;
    let modules = fs::canonicalize(&modules).map_err(|error| format!("{}: {error}", modules.display()))?;
    let mut names = Vec::new();
    while let Some(name) = arguments.next() {
        names.push(name);
    }
    let mut cases = Vec::new();
    if only.as_deref() != Some("functions") {
        cases.push(("templates", templates::cases(&modules)));
    }
    if only.as_deref() != Some("templates") {
        cases.push(("functions", functions::cases(&modules)));
    }
    let work = move || -> Result<bool, String> {
        let mut same = true;
        for (kind, mut cases) in cases {
            cases.retain(|case| names.is_empty() || names.iter().any(|name| case.name.contains(name)));
            same &= compare(kind, &cases, &modules, puppet.as_deref(), kept.as_deref(), show)?;
        }
        Ok(same)
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work);
    let thread = thread.map_err(|error| format!("no thread: {error}"))?;
    thread.join().map_err(|_| "the comparison panicked".to_owned())?
}

fn compare(
    kind: &str,
    cases: &[Case],
    modules: &Path,
    checkout: Option<&Path>,
    kept: Option<&Path>,
    show: usize,
) -> Result<bool, String> {
    println!("{kind}: {} files", cases.len());
    let mut puppet = Puppet::start(checkout, modules, kept, cases)?;
    let ours = Bunraku::new(modules);
    let (mut table, mut shown) = (Table::default(), 0);
    for (index, case) in cases.iter().enumerate() {
        eprintln!("[{}/{}] {}", index + 1, cases.len(), case.name);
        // Puppet answers in order: it must be heard even where there is nothing to compare with.
        let theirs = puppet.answers(case);
        let theirs = match (theirs, &case.unread) {
            (_, Some(message)) => Err(format!("it cannot be read: {message}")),
            (theirs, None) => theirs.map_err(|message| format!("Puppet breaks down: {message}")),
        };
        let theirs = match theirs {
            Ok(theirs) => theirs,
            Err(reason) => {
                table.add(&case.name, Verdict::NotCompared(reason));
                continue;
            }
        };
        let mut compare = |how: &str, native: bool| {
            let mut counts = Counts::default();
            for (program, theirs) in case.programs.iter().zip(&theirs) {
                // What takes Puppet too long may take us as long, too.
                let Some(theirs) = theirs else {
                    counts.left_out += 1;
                    continue;
                };
                if let Some(difference) = counts.count(theirs, &ours.answer(program, native)) {
                    shown += 1;
                    if shown <= show {
                        println!("{how}{} {}: {difference}", case.name, program.title);
                    }
                }
            }
            counts
        };
        let outcome = match case.function.as_deref().is_some_and(worlds::is_native) {
            true => Verdict::Compared(compare("native ", true), Some(compare("", false))),
            false => Verdict::Compared(compare("", false), None),
        };
        table.add(&case.name, outcome);
    }
    Ok(table.print(kind, &puppet.version))
}

/// The files with an ending below a folder of every module, in order.
fn files(modules: &Path, folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let list = |path: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect()
    };
    let mut folders: Vec<PathBuf> = list(modules).iter().map(|module| module.join(folder)).collect();
    while let Some(folder) = folders.pop() {
        for path in list(&folder) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The name of a file below the folder with the modules.
fn name_below(modules: &Path, path: &Path) -> String {
    path.strip_prefix(modules).unwrap_or(path).display().to_string()
}
