//! `cargo xtask fuzz eval`: changes programs at random and evaluates them. Each must end, by itself or at a limit,
//! and must not panic.
//!
//! A process of its own does the work, so that what ends it (a stack that is too small, no memory) is found as well:
//! each text is written to a file before it is evaluated.

use std::{
    collections::HashMap,
    env, fs, panic,
    path::{Path, PathBuf},
    process::{self, Command},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use bunraku_corpus::{cases, mutate, random::Random};
use xtask::evaluation;

use crate::{
    arguments::Arguments,
    fuzz::{save, smaller},
};

/// An evaluation that takes longer hangs.
const LONGEST: Duration = Duration::from_secs(10);

/// The status of a worker whose program hangs.
const HANGS: i32 = 3;

/// Looks for texts whose evaluation panics, hangs or ends the process; gives whether there was none.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    if let Some(file) = arguments.option("--replay") {
        return replay(&file);
    }
    let worker = arguments.option("--worker");
    let seconds = arguments.number("--seconds")?.unwrap_or(60);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let mut seed = arguments.number("--seed")?.unwrap_or(now);
    arguments.done()?;
    if let Some(current) = worker {
        return work(seconds, seed, current.into());
    }
    let failed = |error: std::io::Error| format!("cannot run a worker: {error}");
    let current = env::temp_dir().join(format!("bunraku-fuzz-eval-{}.pp", process::id()));
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut clean = true;
    loop {
        let left = end.saturating_duration_since(Instant::now()).as_secs();
        if left == 0 {
            break;
        }
        let status = Command::new(env::current_exe().map_err(failed)?)
            .args(["fuzz", "eval", "--seconds", &left.to_string(), "--seed", &seed.to_string(), "--worker"])
            .arg(&current)
            .status()
            .map_err(failed)?;
        match status.code() {
            Some(0) => {}
            Some(1) => clean = false,
            Some(2) => return Err("the worker cannot work".to_owned()),
            code => {
                clean = false;
                let what = if code == Some(HANGS) { "hangs".to_owned() } else { format!("ends: {status}") };
                let text = fs::read_to_string(&current).map_err(failed)?;
                println!("{what}\n  saved as {}", save(&folder(), "pp", &text)?);
            }
        }
        seed += 1;
    }
    let _ = fs::remove_file(&current);
    Ok(clean)
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/bunraku/tests/finds")
}

/// Evaluates one file, for as long as it takes.
fn replay(file: &str) -> Result<bool, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let started = Instant::now();
    let thread =
        thread::Builder::new().stack_size(evaluation::STACK).spawn(move || evaluation::evaluate(&text));
    let codes = thread.map_err(|error| error.to_string())?.join().map_err(|_| "panics".to_owned())?;
    println!("{codes:?} in {:?}", started.elapsed());
    Ok(true)
}

/// What a worker has done so far.
#[derive(Default)]
struct Counts {
    programs: u64,
    ran: u64,
    finds: u64,
    codes: HashMap<&'static str, u64>,
}

impl Counts {
    fn print(&self, seed: u64) {
        let Counts { programs, ran, finds, .. } = self;
        println!("seed {seed}: {programs} programs, {ran} ran in every edition, {finds} finds");
        let mut codes: Vec<_> = self.codes.iter().map(|(&code, &count)| (count, code)).collect();
        codes.sort_unstable_by(|a, b| b.cmp(a));
        for (count, code) in codes.iter().take(10) {
            println!("{count:10} {code}");
        }
    }
}

#[derive(Default)]
struct State {
    counts: Counts,
    /// When the evaluation that is under way began.
    started: Option<Instant>,
    done: bool,
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn work(seconds: u64, seed: u64, current: PathBuf) -> Result<bool, String> {
    let programs =
        cases::programs(&cases::folder()).map_err(|error| format!("tests/conformance: {error}"))?;
    let programs: Vec<String> = programs.into_iter().map(|program| program.text).collect();
    // What panics is reported as a find, not by the panic itself.
    panic::set_hook(Box::new(|_| {}));
    let state = Arc::new(Mutex::new(State::default()));
    let shared = Arc::clone(&state);
    let end = Instant::now() + Duration::from_secs(seconds);
    let fuzz = move || -> Result<(), String> {
        let lock = || lock(&shared);
        let mut random = Random::new(seed);
        while Instant::now() < end && lock().counts.finds < 20 {
            let text = mutate::program(&programs, &mut random);
            fs::write(&current, &text).map_err(|error| format!("{}: {error}", current.display()))?;
            lock().started = Some(Instant::now());
            let result = evaluate(&text);
            let mut state = lock();
            state.started = None;
            state.counts.programs += 1;
            match result {
                Ok(codes) => {
                    state.counts.ran += u64::from(codes.iter().all(Option::is_none));
                    if let Some(code) = codes.into_iter().flatten().next() {
                        *state.counts.codes.entry(code).or_default() += 1;
                    }
                }
                Err(broken) => {
                    state.counts.finds += 1;
                    drop(state);
                    let text = smaller(text, &broken, |text| evaluate(text).err());
                    println!("{broken}\n  saved as {}", save(&folder(), "pp", &text)?);
                }
            }
        }
        lock().done = true;
        Ok(())
    };
    let thread = thread::Builder::new().stack_size(evaluation::STACK).spawn(fuzz);
    let thread = thread.map_err(|error| format!("cannot start a thread: {error}"))?;
    while !thread.is_finished() {
        thread::sleep(Duration::from_millis(50));
        let state = lock(&state);
        if !state.done && state.started.is_some_and(|started| started.elapsed() > LONGEST) {
            state.counts.print(seed);
            process::exit(HANGS);
        }
    }
    thread.join().map_err(|_| "the fuzzer itself panics".to_owned())??;
    let state = lock(&state);
    state.counts.print(seed);
    Ok(state.counts.finds == 0)
}

/// The codes that the editions fail with, or the message of a panic.
fn evaluate(text: &str) -> Result<Vec<Option<&'static str>>, String> {
    panic::catch_unwind(|| evaluation::evaluate(text)).map_err(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
        format!("panics: {}", message.unwrap_or("without a message"))
    })
}
