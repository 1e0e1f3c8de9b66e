//! `cargo xtask hostile`: runs programs that try to use too much, each in a separate process. `cargo xtask
//! bench-hostile`: measures how the time for regular inputs grows with their size.

use std::{
    collections::{BTreeMap, HashMap},
    env, fs, io,
    path::{Path, PathBuf},
    process,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use bunraku_corpus::hostile::{
    self, Folder, Program,
    run::{self, Ending},
    shape, text,
};

use crate::arguments::Arguments;

/// Runs all programs, those of a family, those whose name contains a string, or every nth. Returns whether all ended
/// acceptably.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let bunraku = bunraku(arguments)?;
    let filter = arguments.option("--filter").unwrap_or_default();
    let family = arguments.option("--family");
    let jobs = arguments.number("--jobs")?.unwrap_or(2).max(1);
    let every = arguments.number("--every")?.unwrap_or(1).max(1);
    let keep = arguments.option("--keep").map(PathBuf::from);
    let from = arguments.number("--from")?.unwrap_or(0);
    let time = arguments.number("--minutes")?.map(|minutes| Duration::from_secs(60 * minutes));
    arguments.done()?;
    let limits = run::limits(&bunraku).map_err(|error| format!("{}: {error}", bunraku.display()))?;
    if limits.is_empty() {
        println!("{} knows no limits of time and memory", bunraku.display());
    }
    let wanted = |program: &Program| {
        program.name.contains(&filter) && family.as_ref().is_none_or(|family| program.family() == family)
    };
    let programs = hostile::all().into_iter().filter(wanted);
    let programs: Vec<Program> = programs.step_by(usize::try_from(every).unwrap_or(usize::MAX)).collect();
    if let Some(keep) = keep {
        return write(&programs, &keep).map(|()| true);
    }
    let next = AtomicUsize::new(usize::try_from(from).unwrap_or(usize::MAX).min(programs.len()));
    let started = Instant::now();
    let in_time = || time.is_none_or(|time| started.elapsed() < time);
    let failures = Mutex::new(Vec::new());
    let families = Mutex::new(BTreeMap::new());
    let work = || {
        while in_time()
            && let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed))
        {
            let outcome = in_folder(&bunraku, &limits, &program.folder());
            let failure = match &outcome {
                Ok(outcome) => outcome.failure(),
                Err(error) => Some(format!("cannot be run: {error}")),
            };
            let mut families = families.lock().unwrap_or_else(PoisonError::into_inner);
            families
                .entry(program.family())
                .or_insert_with(Family::default)
                .add(outcome.as_ref().ok(), failure.is_some());
            drop(families);
            let Some(failure) = failure else { continue };
            println!("{}: {failure}", program.name);
            if let Ok(Ending { messages, .. }) = &outcome {
                messages.lines().take(3).for_each(|line| println!("    {line:.150}"));
            }
            failures.lock().unwrap_or_else(PoisonError::into_inner).push((program.name.as_str(), failure));
        }
    };
    thread::scope(|scope| (0..jobs).for_each(|_| drop(scope.spawn(work))));
    let failures = failures.into_inner().unwrap_or_else(PoisonError::into_inner);
    let end = next.into_inner().min(programs.len());
    println!("{} programs, {} failures", programs.len(), failures.len());
    if end < programs.len() {
        println!("the time is over: `--from {end}` goes on");
    }
    table(&families.into_inner().unwrap_or_else(PoisonError::into_inner));
    summary(&failures);
    if let [(name, _), ..] = failures.as_slice() {
        println!("`cargo xtask hostile --filter {name} --keep DIR` writes the files of one");
    }
    Ok(failures.is_empty())
}

/// Prints a table of the times at three sizes.
pub fn bench(arguments: &mut Arguments) -> Result<bool, String> {
    let bunraku = bunraku(arguments)?;
    let filter = arguments.option("--filter").unwrap_or_default();
    arguments.done()?;
    println!("| input | 1,000 | 10,000 | 100,000 | MB |");
    println!("|---|---:|---:|---:|---:|");
    let manifests = shape::MANIFESTS.iter().map(|shape| ("manifest", "site.pp", shape));
    let yaml = text::YAML.iter().map(|shape| ("yaml", "f.yaml", shape));
    let json = text::JSON.iter().map(|shape| ("json", "f.json", shape));
    let hocon = text::HOCON.iter().map(|shape| ("hocon", "data/common.conf", shape));
    let mut clean = true;
    for (language, file, (name, text)) in manifests.chain(yaml).chain(json).chain(hocon) {
        let name = format!("{language}/{name}");
        if !name.contains(&filter) {
            continue;
        }
        let mut row = format!("| {name} |");
        let mut memory = 0;
        for size in [1_000, 10_000, 100_000] {
            let outcome = in_folder(&bunraku, &[], &reader(file, text(size)));
            let outcome = outcome.map_err(|error| format!("{name}: {error}"))?;
            memory = outcome.memory;
            row += &format!(" {:.2} s |", outcome.time.as_secs_f64());
            if let Some(failure) = outcome.failure() {
                clean = false;
                row += &format!(" {failure} |");
                break;
            }
        }
        println!("{row} {} |", memory / 1_000_000);
    }
    Ok(clean)
}

fn bunraku(arguments: &mut Arguments) -> Result<PathBuf, String> {
    let program = arguments.option("--bunraku").ok_or("--bunraku PROGRAM is missing")?;
    fs::canonicalize(&program).map_err(|error| format!("{program}: {error}"))
}

/// A folder with one file, and the command that reads it.
fn reader(file: &'static str, text: String) -> Folder {
    let arguments: &[&str] = match file {
        "site.pp" => &["compile", "site.pp"],
        "data/common.conf" => &["lookup", "--environment", ".", "a"],
        facts => {
            return Folder {
                arguments: vec!["eval", "-e", "1", "--facts", facts],
                files: vec![(facts.to_owned(), text)],
                ..Folder::default()
            };
        }
    };
    let config = "version: 5\nhierarchy:\n  - name: a\n    data_hash: hocon_data\n    path: common.conf\n";
    Folder {
        arguments: arguments.to_vec(),
        files: vec![(file.to_owned(), text), ("hiera.yaml".to_owned(), config.to_owned())],
        ..Folder::default()
    }
}

/// Runs a program in a temporary folder.
fn in_folder(bunraku: &Path, limits: &[&str], folder: &Folder) -> io::Result<Ending> {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let at = env::temp_dir().join(format!("bunraku-hostile-{}-{number}", process::id()));
    fs::create_dir_all(&at)?;
    let outcome = run::run(bunraku, limits, folder, &at);
    fs::remove_dir_all(&at)?;
    outcome
}

/// Writes programs to a folder, and prints how to run each.
fn write(programs: &[Program], keep: &Path) -> Result<(), String> {
    for program in programs {
        let folder = program.folder();
        let at = keep.join(&program.name);
        run::write(&folder, &at).map_err(|error| format!("{}: {error}", at.display()))?;
        println!("cd {} && bunraku {}", at.display(), folder.arguments.join(" "));
    }
    Ok(())
}

/// The resource usage of a family.
#[derive(Default)]
struct Family {
    programs: usize,
    failures: usize,
    longest: Duration,
    largest: u64,
}

impl Family {
    fn add(&mut self, ending: Option<&Ending>, failed: bool) {
        self.programs += 1;
        self.failures += usize::from(failed);
        if let Some(ending) = ending {
            self.longest = self.longest.max(ending.busy);
            self.largest = self.largest.max(ending.memory);
        }
    }
}

fn table(families: &BTreeMap<&str, Family>) {
    println!("| family | programs | failures | longest | largest |");
    println!("|---|---:|---:|---:|---:|");
    for (name, Family { programs, failures, longest, largest }) in families {
        let (longest, largest) = (longest.as_secs_f64(), largest / 1_000_000);
        println!("| {name} | {programs} | {failures} | {longest:.1} s | {largest} MB |");
    }
}

/// Prints the number of failures by language, maker and consumer.
fn summary(failures: &[(&str, String)]) {
    for part in 0..3 {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for (name, _) in failures {
            *counts.entry(name.split('/').nth(part).unwrap_or_default()).or_default() += 1;
        }
        let mut counts: Vec<(usize, &str)> = counts.into_iter().map(|(name, count)| (count, name)).collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        let shown: Vec<String> =
            counts.iter().take(20).map(|(count, name)| format!("{name} {count}")).collect();
        println!("{}: {}", ["language", "maker", "consumer"][part], shown.join(", "));
    }
}
