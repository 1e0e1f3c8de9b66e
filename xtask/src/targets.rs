//! The fuzz targets: for each part of the project the seeds, how they are mutated, and what must hold for every input.
//! The stable fuzzer (`cargo xtask fuzz`) and the targets of cargo-fuzz share these checks.

mod catalog;
mod checks;
mod data;
#[cfg(unix)]
mod http;
mod regexps;
mod seeds;
mod templates;
mod types;

use bunraku_corpus::{laws, mutate, random::Random};
use bunraku_syntax::SourceKind;

use crate::{evaluation, ruby};

/// A fuzz target.
pub struct Target {
    /// The name on the command line and of the folder in `fuzz/finds`.
    pub name: &'static str,
    /// Returns the inputs to start with.
    pub seeds: fn() -> Vec<String>,
    /// Generates an input from the seeds.
    pub make: fn(&[String], &mut Random) -> String,
    /// Checks what must hold for an input, besides that it ends soon and does not panic. The error names the violated
    /// property.
    pub check: fn(&str) -> Result<(), String>,
}

/// All fuzz targets.
pub const TARGETS: &[Target] = &[
    Target { name: "syntax", seeds: seeds::manifests, make: broken, check: laws::check },
    Target { name: "check", seeds: seeds::manifests, make: broken, check: checks::check },
    Target { name: "eval", seeds: seeds::manifests, make: mutate::program, check: evaluate },
    Target { name: "catalog", seeds: seeds::manifests, make: mutate::program, check: catalog::check },
    Target { name: "types", seeds: seeds::types, make: types::make, check: types::check },
    Target { name: "ruby", seeds: seeds::ruby, make: mutate::program, check: execute },
    Target { name: "erb", seeds: seeds::erb, make: pieces, check: templates::check_erb },
    Target { name: "epp", seeds: seeds::epp, make: pieces, check: templates::check_epp },
    Target { name: "yaml", seeds: seeds::yaml, make: pieces, check: data::check_yaml },
    Target { name: "json", seeds: seeds::json, make: pieces, check: data::check_json },
    Target { name: "hocon", seeds: seeds::hocon, make: pieces, check: data::check_hocon },
    Target { name: "eyaml", seeds: seeds::eyaml, make: pieces, check: data::check_eyaml },
    Target { name: "facts", seeds: seeds::facts, make: pieces, check: data::check_facts },
    #[cfg(unix)]
    Target { name: "http", seeds: http::seeds, make: pieces, check: http::check },
    Target { name: "regexp", seeds: seeds::regexps, make: pieces, check: regexps::check },
];

/// Finds a target by name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

fn evaluate(text: &str) -> Result<(), String> {
    evaluation::evaluate(text);
    Ok(())
}

fn execute(text: &str) -> Result<(), String> {
    ruby::execute(text);
    Ok(())
}

/// Manifests with mistakes, both realistic and absurd.
fn broken(seeds: &[String], random: &mut Random) -> String {
    if random.chance(15) {
        return mutate::soup(random, 30);
    }
    let mut text = seeds[random.below(seeds.len())].clone();
    if random.chance(20) {
        text = spliced(&text, &seeds[random.below(seeds.len())], random);
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

/// Inputs in other languages: pieces of several seeds, with changed characters and repeated parts.
fn pieces(seeds: &[String], random: &mut Random) -> String {
    let mut text = seeds[random.below(seeds.len())].clone();
    for _ in 0..1 + random.below(5) {
        text = match random.below(4) {
            0 => spliced(&text, &seeds[random.below(seeds.len())], random),
            1 => repeated(&text, random),
            _ => mutate::characters(&text, random),
        };
        if text.len() > 20_000 {
            return seeds[random.below(seeds.len())].clone();
        }
    }
    text
}

/// Inserts one input into another.
fn spliced(text: &str, other: &str, random: &mut Random) -> String {
    let (before, after) = text.split_at(boundary(text, random));
    format!("{before}{other}{after}")
}

/// Repeats a part of an input several times.
fn repeated(text: &str, random: &mut Random) -> String {
    let (a, b) = (boundary(text, random), boundary(text, random));
    let (from, to) = (a.min(b), a.max(b));
    let part = text.get(from..to).unwrap_or_default();
    format!("{}{}{}", &text[..from], part.repeat(2 + random.below(8)), &text[to..])
}

fn boundary(text: &str, random: &mut Random) -> usize {
    let at = random.below(text.len() + 1);
    (at..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}
