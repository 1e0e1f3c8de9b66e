//! `cargo xtask fuzz syntax`: a fuzzer for every machine. It changes programs at random and checks the laws.

use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    panic,
    path::Path,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use bunraku_corpus::{cases, laws, mutate, random::Random};
use bunraku_syntax::SourceKind;

use crate::{arguments::Arguments, fuzz_eval, fuzz_ruby};

/// Looks for texts that break a law; gives whether there was none.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    match arguments.next().as_deref() {
        Some("syntax") => {}
        Some("eval") => return fuzz_eval::run(arguments),
        Some("ruby") => return fuzz_ruby::run(arguments),
        _ => return Err("what can be fuzzed is `syntax`, `eval` and `ruby`".to_owned()),
    }
    if let Some(file) = arguments.option("--replay") {
        let text = fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
        let result = laws::check(&text);
        return result.map(|()| true);
    }
    let seconds = arguments.number("--seconds")?.unwrap_or(60);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let seed = arguments.number("--seed")?.unwrap_or(now);
    arguments.done()?;
    println!("seed {seed}");
    let programs =
        cases::programs(&cases::folder()).map_err(|error| format!("tests/conformance: {error}"))?;
    let programs: Vec<String> = programs.into_iter().map(|program| program.text).collect();
    // What panics is reported as a find, not by the panic itself.
    panic::set_hook(Box::new(|_| {}));
    let mut random = Random::new(seed);
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut texts, mut finds) = (0u64, 0u64);
    while Instant::now() < end && finds < 20 {
        let text = text(&programs, &mut random);
        texts += 1;
        let started = Instant::now();
        let Some(broken) = broken(&text).or_else(|| slow(&text, started)) else { continue };
        let text = smaller(text, &broken, self::broken);
        finds += 1;
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/bunraku-corpus/tests/finds");
        let path = save(&folder, "txt", &text)?;
        println!("{broken}\n  saved as {path}");
    }
    println!("{texts} texts, {finds} finds");
    Ok(finds == 0)
}

fn text(programs: &[String], random: &mut Random) -> String {
    if programs.is_empty() || random.chance(15) {
        return mutate::soup(random, 30);
    }
    let mut text = programs[random.below(programs.len())].clone();
    if random.chance(20) {
        let at = random.below(text.len());
        let at = (at..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        text.insert_str(at, &programs[random.below(programs.len())]);
    }
    for _ in 0..1 + random.below(6) {
        let kind = if random.chance(80) { SourceKind::Manifest } else { SourceKind::Template };
        text = match random.below(3) {
            0 => mutate::characters(&text, random),
            1 => mutate::tokens(&text, kind, random),
            _ => mutate::slip(&text, kind, random),
        };
    }
    text
}

/// The law that a text breaks.
fn broken(text: &str) -> Option<String> {
    match panic::catch_unwind(|| laws::check(text)) {
        Ok(result) => result.err(),
        Err(panic) => {
            let message = panic.downcast_ref::<String>().map(String::as_str);
            let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
            Some(format!("panics: {}", message.unwrap_or("without a message")))
        }
    }
}

fn slow(text: &str, started: Instant) -> Option<String> {
    let spent = started.elapsed();
    (spent > Duration::from_secs(5)).then(|| format!("{} bytes take {spent:?}", text.len()))
}

/// A smaller text that still breaks a law of the same beginning: pieces are left out while that goes.
pub fn smaller(mut text: String, found: &str, broken: impl Fn(&str) -> Option<String>) -> String {
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
            if broken(&shorter).is_some_and(|message| class(&message) == wanted) {
                text = shorter;
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    text
}

/// Saves a find under a name that follows from its text.
pub fn save(folder: &Path, ending: &str, text: &str) -> Result<String, String> {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let path = folder.join(format!("{:016x}.{ending}", hasher.finish()));
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(folder).map_err(failed)?;
    fs::write(&path, text).map_err(failed)?;
    Ok(path.display().to_string())
}
