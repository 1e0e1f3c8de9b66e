//! `cargo xtask fuzz TARGET`: a fuzzer that needs no nightly toolchain. It generates inputs at random and checks what
//! must hold for each.
//!
//! A separate process does the work, so that crashes (stack overflow, out of memory) are found as well: each input is
//! written to a file before it is checked.

use std::{
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    panic,
    path::{Path, PathBuf},
    process::{self, Command},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use bunraku_corpus::random::Random;
use xtask::targets::{TARGETS, Target, target};

use crate::arguments::Arguments;

/// An input that takes longer hangs.
const LONGEST: Duration = Duration::from_secs(10);

/// The exit status of a worker whose input hangs.
const HANGS: i32 = 3;

/// The stack size of the thread that checks.
const STACK: usize = 1 << 28;

/// Searches for inputs that violate a property, panic, hang or crash. Returns whether there were none.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    let unknown = || format!("what can be fuzzed is {}", names.join(", "));
    let target = arguments.next().and_then(|name| target(&name)).ok_or_else(unknown)?;
    if let Some(file) = arguments.option("--replay") {
        return replay(target, &file);
    }
    let worker = arguments.option("--worker");
    let seconds = arguments.number("--seconds")?.unwrap_or(60);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let mut seed = arguments.number("--seed")?.unwrap_or(now);
    arguments.done()?;
    if let Some(current) = worker {
        return work(target, seconds, seed, current.into());
    }
    let failed = |error: std::io::Error| format!("cannot run a worker: {error}");
    let current = env::temp_dir().join(format!("bunraku-fuzz-{}-{}", target.name, process::id()));
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut clean = true;
    loop {
        let left = end.saturating_duration_since(Instant::now()).as_secs();
        if left == 0 {
            break;
        }
        let status = Command::new(env::current_exe().map_err(failed)?)
            .args([
                "fuzz",
                target.name,
                "--seconds",
                &left.to_string(),
                "--seed",
                &seed.to_string(),
                "--worker",
            ])
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
                println!("{what}\n  saved as {}", save(target, &text)?);
            }
        }
        seed += 1;
    }
    let _ = fs::remove_file(&current);
    Ok(clean)
}

/// Checks one file, without a time limit.
fn replay(target: &'static Target, file: &str) -> Result<bool, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let started = Instant::now();
    let thread = thread::Builder::new().stack_size(STACK).spawn(move || (target.check)(&text));
    thread.map_err(|error| error.to_string())?.join().map_err(|_| "panics".to_owned())??;
    println!("holds, in {:?}", started.elapsed());
    Ok(true)
}

#[derive(Default)]
struct State {
    texts: u64,
    finds: u64,
    /// When the current check started.
    started: Option<Instant>,
    done: bool,
}

impl State {
    fn print(&self, seed: u64) {
        println!("seed {seed}: {} texts, {} finds", self.texts, self.finds);
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn work(target: &'static Target, seconds: u64, seed: u64, current: PathBuf) -> Result<bool, String> {
    let seeds = (target.seeds)();
    if seeds.is_empty() {
        return Err(format!("there are no texts to begin with for {}", target.name));
    }
    // Panics are reported as findings.
    panic::set_hook(Box::new(|_| {}));
    let state = Arc::new(Mutex::new(State::default()));
    let shared = Arc::clone(&state);
    let end = Instant::now() + Duration::from_secs(seconds);
    let fuzz = move || -> Result<(), String> {
        let lock = || lock(&shared);
        let mut random = Random::new(seed);
        while Instant::now() < end && lock().finds < 20 {
            let text = (target.make)(&seeds, &mut random);
            fs::write(&current, &text).map_err(|error| format!("{}: {error}", current.display()))?;
            lock().started = Some(Instant::now());
            let result = broken(target, &text);
            let mut state = lock();
            state.started = None;
            state.texts += 1;
            if let Some(broken) = result {
                state.finds += 1;
                drop(state);
                let text = smaller(target, text, &broken);
                println!("{broken}\n  saved as {}", save(target, &text)?);
            }
        }
        lock().done = true;
        Ok(())
    };
    let thread = thread::Builder::new().stack_size(STACK).spawn(fuzz);
    let thread = thread.map_err(|error| format!("cannot start a thread: {error}"))?;
    while !thread.is_finished() {
        thread::sleep(Duration::from_millis(50));
        let state = lock(&state);
        if !state.done && state.started.is_some_and(|started| started.elapsed() > LONGEST) {
            state.print(seed);
            process::exit(HANGS);
        }
    }
    thread.join().map_err(|_| "the fuzzer itself panics".to_owned())??;
    let state = lock(&state);
    state.print(seed);
    Ok(state.finds == 0)
}

/// The property that an input violates.
fn broken(target: &Target, text: &str) -> Option<String> {
    match panic::catch_unwind(|| (target.check)(text)) {
        Ok(result) => result.err(),
        Err(panic) => {
            let message = panic.downcast_ref::<String>().map(String::as_str);
            let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
            Some(format!("panics: {}", message.unwrap_or("without a message")))
        }
    }
}

/// Minimises an input: pieces are removed for as long as the same property is violated.
fn smaller(target: &Target, mut text: String, found: &str) -> String {
    let class = |message: &str| message.chars().filter(|c| !c.is_ascii_digit()).take(60).collect::<String>();
    let wanted = class(found);
    let mut size = text.len() / 2;
    let end = Instant::now() + Duration::from_secs(2);
    while size > 0 && Instant::now() < end {
        let mut at = 0;
        while at < text.len() {
            let end = (at + size).min(text.len());
            if !text.is_char_boundary(at) || !text.is_char_boundary(end) {
                at += 1;
                continue;
            }
            let shorter = format!("{}{}", &text[..at], &text[end..]);
            if broken(target, &shorter).is_some_and(|message| class(&message) == wanted) {
                text = shorter;
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    text
}

/// Saves a finding under a name derived from its content.
fn save(target: &Target, text: &str) -> Result<String, String> {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/finds").join(target.name);
    let path = folder.join(format!("{:016x}.txt", hasher.finish()));
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(&folder).map_err(failed)?;
    fs::write(&path, text).map_err(failed)?;
    Ok(path.display().to_string())
}
