//! Compares what Ruby code of modules does here with what it does in Puppet: templates with made-up variables,
//! functions with made-up arguments.

mod functions;
mod puppet;
mod templates;
pub(crate) mod worlds;

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::arguments::Arguments;
use puppet::Puppet;
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

/// How often both did the same, and how often not.
#[derive(Default)]
struct Counts {
    same: usize,
    both_fail: usize,
    different: usize,
    /// Only Puppet fails.
    lenient: usize,
    /// Only we fail.
    missing: usize,
}

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
    let unread: Vec<&Case> = cases.iter().filter(|case| case.unread.is_some()).collect();
    println!("{kind}: {} files, {} cannot be read", cases.len(), unread.len());
    for case in &unread {
        println!("  {}: {}", case.name, case.unread.as_deref().unwrap_or(""));
    }
    let mut puppet = Puppet::start(checkout, modules, kept, cases)?;
    let ours = Bunraku::new(modules);
    let (mut counts, mut equal, mut shown) = (Counts::default(), 0, 0);
    for case in cases {
        let mut runs = vec![("", ours.answers(&case.programs, false))];
        if case.function.as_deref().is_some_and(worlds::is_native) {
            runs.push(("native ", ours.answers(&case.programs, true)));
        }
        let theirs = match puppet.answers(case) {
            Ok(theirs) => theirs,
            Err(message) => {
                println!("{}: Puppet breaks down: {message}", case.name);
                continue;
            }
        };
        let before = counts.total_different();
        for (how, ours) in runs {
            for ((program, theirs), ours) in case.programs.iter().zip(&theirs).zip(ours) {
                if let Some(difference) = counts.count(theirs, &ours) {
                    shown += 1;
                    if shown <= show {
                        println!("{how}{} {}: {difference}", case.name, program.title);
                    }
                }
            }
        }
        equal += usize::from(before == counts.total_different());
    }
    println!(
        "{kind}: {equal} of {} files do the same as with Puppet {} in all programs; of the programs {} come to the \
         same, {} fail in both, {} differ, {} fail only in Puppet, {} fail only here",
        cases.len(),
        puppet.version,
        counts.same,
        counts.both_fail,
        counts.different,
        counts.lenient,
        counts.missing
    );
    Ok(unread.is_empty() && equal == cases.len() && !cases.is_empty())
}

impl Counts {
    fn count(&mut self, theirs: &Answer, ours: &Answer) -> Option<String> {
        match (theirs, ours) {
            (Err(_), Err(_)) => {
                self.both_fail += 1;
                None
            }
            (Ok(theirs), Ok(ours)) if theirs == ours => {
                self.same += 1;
                None
            }
            (Ok(theirs), Ok(ours)) => {
                self.different += 1;
                Some(difference(&result(theirs), &result(ours)))
            }
            (Err(theirs), Ok(ours)) => {
                self.lenient += 1;
                Some(format!("Puppet fails: {}; not here: {}", short(theirs), short(&result(ours))))
            }
            (Ok(theirs), Err(ours)) => {
                self.missing += 1;
                Some(format!("fails here: {}; Puppet: {}", short(ours), short(&result(theirs))))
            }
        }
    }

    fn total_different(&self) -> usize {
        self.different + self.lenient + self.missing
    }
}

/// What a program made, without what every catalog has.
fn result(resources: &Value) -> String {
    let all = resources.as_array().into_iter().flatten();
    let own = all.filter(|resource| resource["type"] != "Stage" && resource["type"] != "Class");
    match own.collect::<Vec<_>>()[..] {
        [only] if only["type"] == "Notify" => only["parameters"].to_string(),
        ref all => all.iter().map(|resource| resource.to_string()).collect::<Vec<_>>().join(" "),
    }
}

/// Two results from where they begin to differ.
pub(crate) fn difference(theirs: &str, ours: &str) -> String {
    let common = theirs.chars().zip(ours.chars()).take_while(|(theirs, ours)| theirs == ours).count();
    let from = common.saturating_sub(30);
    let rest = |text: &str| short(&text.chars().skip(from).collect::<String>());
    format!("Puppet: {}; here: {}", rest(theirs), rest(ours))
}

/// One line, not too long.
pub(crate) fn short(text: &str) -> String {
    let line = text.replace('\n', "\\n");
    match line.char_indices().nth(300) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or("")),
        None => line,
    }
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
