//! Compares the Ruby code of modules with Puppet: templates with generated variables, functions with generated
//! arguments.

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

/// The stack size of the thread that evaluates.
pub(crate) const STACK: usize = 256 << 20;

/// A template or function, and programs that use it.
pub struct Case {
    name: String,
    /// Why it cannot be parsed, if so.
    unread: Option<String>,
    programs: Vec<Program>,
    /// The name of the function; `None` for a template.
    function: Option<String>,
}

/// A program and its name in messages.
pub struct Program {
    title: String,
    manifest: String,
}

/// The result of a program: the resources of its catalog, or an error message.
pub type HttpResponse = Result<Value, String>;

/// Prints the differences.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let puppet = arguments.option("--puppet").map(PathBuf::from);
    let only = arguments.option("--only");
    let kept = arguments.folder_for_output("--answers")?;
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
        // Puppet answers in order, so its answer must be read even if there is nothing to compare it with.
        let theirs = puppet.answers(case)?;
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
                // What takes Puppet too long may take us as long.
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

/// The files with an extension in a folder of every module, sorted.
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

/// The path of a file relative to the folder with the modules.
fn name_below(modules: &Path, path: &Path) -> String {
    path.strip_prefix(modules).unwrap_or(path).display().to_string()
}
