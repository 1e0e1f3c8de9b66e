//! `cargo xtask fuzz ruby`: changes Ruby programs at random and runs them under low limits. Each must end, by itself or
//! at a limit, and must not panic.

use std::{
    fs, panic,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use bunraku_corpus::{mutate, random::Random};
use xtask::ruby;

use crate::{
    arguments::Arguments,
    fuzz::{save, smaller},
};

/// A program that takes longer hangs.
const LONGEST: Duration = Duration::from_secs(10);

/// Looks for texts that panic or hang; gives whether there was none.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let seconds = arguments.number("--seconds")?.unwrap_or(60);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let seed = arguments.number("--seed")?.unwrap_or(now);
    let replay = arguments.option("--replay");
    arguments.done()?;
    if let Some(file) = replay {
        let text = fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
        return Ok(!fails(&text));
    }
    // What a panic says is shown by the find, not by every try to make it smaller.
    panic::set_hook(Box::new(|_| {}));
    let work = move || search(seconds, seed);
    let thread = thread::Builder::new().stack_size(ruby::STACK).spawn(work);
    let thread = thread.map_err(|error| format!("no thread: {error}"))?;
    thread.join().map_err(|_| "the search panicked".to_owned())?
}

fn search(seconds: u64, seed: u64) -> Result<bool, String> {
    let seeds = programs()?;
    let mut random = Random::new(seed);
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut count, mut clean) = (0u64, true);
    while Instant::now() < end {
        let text = mutate::program(&seeds, &mut random);
        count += 1;
        if fails(&text) {
            clean = false;
            let broken = |text: &str| fails(text).then(|| "fails".to_owned());
            let small = smaller(text, "fails", broken);
            println!("panics or hangs\n  saved as {}", save(&folder(), "rb", &small)?);
        }
    }
    println!("{count} programs");
    Ok(clean)
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/bunraku-ruby/tests/finds")
}

/// The programs of the cases.
fn programs() -> Result<Vec<String>, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/bunraku-ruby/tests/cases");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut all = Vec::new();
    for entry in entries.flatten() {
        let text = fs::read_to_string(entry.path()).unwrap_or_default();
        let mut program = String::new();
        for line in text.lines() {
            if line.starts_with(">>") || line == "===" {
                if !program.trim().is_empty() {
                    all.push(std::mem::take(&mut program));
                }
            } else {
                program.push_str(line);
                program.push('\n');
            }
        }
    }
    Ok(all)
}

/// Whether running a text panics or takes too long, as a program and as a template.
fn fails(text: &str) -> bool {
    let start = Instant::now();
    let result = panic::catch_unwind(|| {
        ruby::execute(text);
    });
    result.is_err() || start.elapsed() > LONGEST
}
