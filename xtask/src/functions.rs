//! Compares every function with Puppet's: those of Puppet itself and those of stdlib, built in or in Ruby, with
//! arguments of every kind, including wrong ones.

mod puppet;
mod sets;
mod skipped;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use bunraku_eval::LogEntry;
use serde_json::{Value, json};

use crate::{
    arguments::Arguments,
    ruby_code::{self, worlds::Bunraku},
};
use puppet::Puppet;
use sets::Known;

/// The result of a program: the resources of its catalog and its log, or an error message.
type HttpResponse = Result<Value, String>;

/// The definitions available to the calls.
const WORLD: &str = "\
class a {}
class b { notify { 'from b': } }
class a::b($p = 1) { notify { \"from a::b ${p}\": } }
define d($p = 1) { notify { \"from d ${name} ${p}\": } }
notify { 'n': message => 'hello' }
file { '/f': ensure => file, mode => '0644' }
@notify { ['v', 'w']: }
";

/// Compares the functions for each folder of modules: Puppet's own once, those of modules with each.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let puppet = arguments.option("--puppet").map(PathBuf::from);
    let kept = arguments.folder_for_output("--answers")?;
    let count = arguments.number("--sets")?.unwrap_or(40) as usize;
    let seed = arguments.number("--seed")?.unwrap_or(1);
    let show = arguments.number("--show")?.unwrap_or(u64::MAX) as usize;
    let mut folders = Vec::new();
    while let Some(folder) = arguments.option("--modules") {
        folders.push(fs::canonicalize(&folder).map_err(|error| format!("{folder}: {error}"))?);
    }
    if folders.is_empty() {
        return Err("--modules DIR is missing: a folder with the module stdlib".to_owned());
    }
    let mut wanted = Vec::new();
    while let Some(name) = arguments.next() {
        wanted.push(name);
    }
    let work = move || -> Result<bool, String> {
        let known = Known::collect()?;
        let mut same = true;
        for (at, modules) in folders.iter().enumerate() {
            let mut puppet = Puppet::start(puppet.as_deref(), modules, kept.as_deref())?;
            let mut functions = of_stdlib(modules);
            if at == 0 {
                functions.extend(puppet.functions.iter().map(|name| (name.clone(), "")));
            }
            functions.retain(|name, _| wanted.is_empty() || wanted.contains(name));
            println!("Puppet {} with {}", puppet.version, modules.display());
            same &= Comparison { known: &known, modules, count, seed, show }.run(&mut puppet, &functions)?;
        }
        Ok(same)
    };
    let thread = std::thread::Builder::new().stack_size(ruby_code::STACK).spawn(work);
    let thread = thread.map_err(|error| format!("no thread: {error}"))?;
    thread.join().map_err(|_| "the comparison panicked".to_owned())?
}

/// All functions of stdlib.
fn of_stdlib(modules: &Path) -> BTreeMap<String, &'static str> {
    let mut functions = BTreeMap::new();
    let folders = [
        ("lib/puppet/functions", "rb", ""),
        ("lib/puppet/parser/functions", "rb", ""),
        ("functions", "pp", "stdlib::"),
    ];
    for (folder, ending, prefix) in folders {
        let folder = modules.join("stdlib").join(folder);
        for file in bunraku_corpus::cases::files(&folder, &[ending]).unwrap_or_default() {
            let name = file.strip_prefix(&folder).unwrap_or(&file).with_extension("");
            functions.insert(format!("{prefix}{}", name.to_string_lossy().replace('/', "::")), "stdlib");
        }
    }
    functions
}

struct Comparison<'a> {
    known: &'a Known,
    modules: &'a Path,
    /// How many sets of arguments a function gets.
    count: usize,
    seed: u64,
    /// How many differences are shown.
    show: usize,
}

/// How often the results agreed and differed.
#[derive(Default, Clone, Copy)]
struct Counts {
    same: usize,
    both_fail: usize,
    differ: usize,
}

impl Comparison<'_> {
    fn run(&self, puppet: &mut Puppet, functions: &BTreeMap<String, &str>) -> Result<bool, String> {
        let ours = Bunraku::new(self.modules);
        let mut rows: Vec<(String, Counts)> = Vec::new();
        let (mut total, mut shown) = (Counts::default(), 0);
        for (name, module) in functions {
            let title = if module.is_empty() { name.clone() } else { format!("{name} ({module})") };
            if let Some(reason) = skipped::reason(name) {
                println!("not compared: {title} {reason}");
                continue;
            }
            let mut counts = Counts::default();
            let calls: Vec<String> =
                self.known.choose(name, self.count, self.seed).iter().map(|set| set.call(name)).collect();
            let value = skipped::value(name).is_none();
            let manifests: Vec<String> = calls.iter().map(|call| manifest(call, value)).collect();
            let theirs = puppet.answers(name, &manifests)?;
            for ((call, manifest), theirs) in calls.iter().zip(&manifests).zip(theirs) {
                // Warnings issued by the function itself may be worded differently.
                let told = |answer: HttpResponse| answer.map(|answer| without_warnings(answer, name));
                let Some(theirs) = theirs else {
                    println!("not compared: Puppet breaks down over {call}");
                    continue;
                };
                let found = counts.count(&told(theirs), &told(answer(&ours, manifest)));
                if let Some(difference) = found {
                    shown += 1;
                    if shown <= self.show {
                        println!("{call}\n    {difference}");
                    }
                }
            }
            total.add(counts);
            rows.push((title, counts));
        }
        print_table(&rows, total);
        Ok(total.differ == 0 && !rows.is_empty())
    }
}

fn without_warnings(mut answer: Value, function: &str) -> Value {
    if function != "warning"
        && let Some(logs) = answer[1].as_array_mut()
    {
        logs.retain(|line| line[0] != "warning");
    }
    answer
}

/// A program that calls a function and stores its value. A catalog cannot contain an iterator.
fn manifest(call: &str, value: bool) -> String {
    let call = format!("{WORLD}$x = {call}\n");
    if !value {
        return call;
    }
    format!(
        "{call}$y = if $x =~ Iterator {{ {{ 'iterator' => Array($x) }} }} else {{ $x }}\n\
         notify {{ 'the value': message => [$y] }}\n"
    )
}

/// Our result of a program.
fn answer(ours: &Bunraku, manifest: &str) -> HttpResponse {
    let outcome = ours.compile(manifest)?;
    let resources = ruby_code::worlds::resources(&outcome)?;
    let logs = outcome.log.iter().filter_map(|entry| match entry {
        LogEntry::Line { level, message, .. } => Some(json!([level.name(), message])),
        LogEntry::Diagnostic(_) => None,
    });
    Ok(json!([resources, logs.collect::<Vec<Value>>()]))
}

impl Counts {
    fn count(&mut self, theirs: &HttpResponse, ours: &HttpResponse) -> Option<String> {
        let difference = match (theirs, ours) {
            (Err(_), Err(_)) => {
                self.both_fail += 1;
                return None;
            }
            (Ok(theirs), Ok(ours)) if theirs == ours => {
                self.same += 1;
                return None;
            }
            (Ok(theirs), Ok(ours)) => ruby_code::difference(&shown(theirs), &shown(ours)),
            (Err(theirs), Ok(ours)) => {
                let (theirs, ours) = (ruby_code::short(theirs), ruby_code::short(&shown(ours)));
                format!("Puppet fails: {theirs}; here: {ours}")
            }
            (Ok(theirs), Err(ours)) => {
                let (theirs, ours) = (ruby_code::short(&shown(theirs)), ruby_code::short(ours));
                format!("Puppet: {theirs}; here it fails: {ours}")
            }
        };
        self.differ += 1;
        Some(difference)
    }

    fn add(&mut self, other: Counts) {
        self.same += other.same;
        self.both_fail += other.both_fail;
        self.differ += other.differ;
    }
}

/// The value of the call, if the rest is the same as without a call, and the log.
fn shown(answer: &Value) -> String {
    let known = ["Stage", "Class"];
    let resources = answer[0].as_array().into_iter().flatten();
    let own = resources.filter(|resource| {
        let kind = resource["type"].as_str().unwrap_or("");
        let title = resource["title"].as_str().unwrap_or("");
        !known.contains(&kind) && !["n", "/f"].contains(&title)
    });
    let own: Vec<String> = own
        .map(|resource| match resource["title"].as_str() {
            Some("the value") => resource["parameters"]["message"].to_string(),
            _ => resource.to_string(),
        })
        .collect();
    let logs = answer[1].as_array().filter(|logs| !logs.is_empty());
    own.join(" ") + &logs.map_or(String::new(), |logs| format!(" {}", json!(logs)))
}

fn print_table(rows: &[(String, Counts)], total: Counts) {
    let width = rows.iter().map(|(title, _)| title.chars().count()).max().unwrap_or(0).max(10);
    println!("{:width$} {:>6} {:>9} {:>6}", "function", "same", "both fail", "differ");
    let row = |title: &str, counts: &Counts| {
        let Counts { same, both_fail, differ } = counts;
        println!("{title:width$} {same:>6} {both_fail:>9} {differ:>6}");
    };
    rows.iter().for_each(|(title, counts)| row(title, counts));
    row(&format!("{} in all", rows.len()), &total);
}
