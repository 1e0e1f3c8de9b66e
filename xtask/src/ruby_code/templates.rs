//! Programs that render the templates of modules with generated variables.

use std::{collections::BTreeMap, fs, path::Path};

use super::{Case, Program, files, name_below, worlds};

/// The cases of all templates in the folder of modules.
pub fn cases(modules: &Path) -> Vec<Case> {
    let files = files(modules, "templates", "erb");
    files.iter().map(|path| case(modules, path)).collect()
}

fn case(modules: &Path, path: &Path) -> Case {
    let text = String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned();
    let unread = bunraku_ruby::parse_template(&path.to_string_lossy(), &text).err();
    let variables = variables(&text);
    let programs = PROFILES.iter().map(|profile| Program {
        title: (*profile).to_owned(),
        manifest: manifest(path, &variables, profile),
    });
    let unread = unread.map(|error| error.message);
    Case { name: name_below(modules, path), unread, programs: programs.collect(), function: None }
}

/// How a variable seems to be used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Use {
    Scalar,
    Array,
    Hash,
}

/// The ways to generate values. The first five take into account how variables are used.
const PROFILES: &[&str] =
    &["texts", "numbers", "true", "empty", "nested", "undef", "all texts", "mixed 1", "mixed 2"];

/// A manifest that renders a template in a class with variables.
fn manifest(path: &Path, variables: &BTreeMap<String, Use>, profile: &str) -> String {
    let facts = worlds::facts();
    let mut classes: BTreeMap<&str, String> = BTreeMap::new();
    let mut top = String::new();
    for (name, used) in variables {
        let value = value(name, *used, profile);
        match name.rsplit_once("::") {
            None => *classes.entry(LOCAL).or_default() += &format!("  ${name} = {value}\n"),
            Some(("", name)) if facts.get(name).is_none() => top += &format!("${name} = {value}\n"),
            Some(("", _)) => {}
            Some((class, name)) => {
                *classes.entry(class.trim_start_matches(':')).or_default() +=
                    &format!("  ${name} = {value}\n");
            }
        }
    }
    let local = classes.remove(LOCAL).unwrap_or_default();
    let mut manifest = top;
    for (class, body) in &classes {
        manifest += &format!("class {class} {{\n{body}}}\ninclude {class}\n");
    }
    let path = path.display();
    manifest
        + &format!("class {LOCAL} {{\n{local}  notify {{ 'text': message => template('{path}') }}\n}}\n")
        + &format!("include {LOCAL}\n")
}

const LOCAL: &str = "the_class_that_renders";

/// A value in Puppet's notation.
fn value(name: &str, used: Use, profile: &str) -> String {
    let text = match name.rsplit("::").next().unwrap_or(name) {
        part if part.contains("port") => "'8080'",
        part if part.contains("address") || part.ends_with("ip") => "'10.0.0.5'",
        part if part.contains("dir") || part.contains("path") || part.contains("file") => {
            "'/etc/some/path.conf'"
        }
        part if part.contains("version") => "'2.4'",
        part if part.contains("ensure") => "'present'",
        _ => "'some text'",
    };
    let array = "['one', 'two', 'three']";
    let hash = "{ 'key' => 'value', 'alpha' => 'beta' }";
    let nested = "{ 'b' => { 'x' => '1', 'list' => ['p', 'q'] }, 'a' => { 'x' => 2, 'y' => true } }";
    let heeding = |scalar: &str| match used {
        Use::Scalar => scalar.to_owned(),
        Use::Array => array.to_owned(),
        Use::Hash => hash.to_owned(),
    };
    match profile {
        "texts" => heeding(text),
        "numbers" => heeding("42"),
        "true" => heeding("true"),
        "empty" => match used {
            Use::Scalar => "''".to_owned(),
            Use::Array => "[]".to_owned(),
            Use::Hash => "{}".to_owned(),
        },
        "nested" => match used {
            Use::Scalar => "'x'".to_owned(),
            Use::Array => "[['a', 'b'], { 'name' => 'n', 'options' => ['o', 5] }, 7, undef]".to_owned(),
            Use::Hash => nested.to_owned(),
        },
        "undef" => "undef".to_owned(),
        "all texts" => text.to_owned(),
        mixed => {
            let all =
                [text, "7", "true", "false", "undef", array, hash, nested, "[]", "1.5", "'UNSET'", "-3"];
            let sum = name
                .bytes()
                .chain(mixed.bytes())
                .fold(7_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(byte)) % 1_000_003);
            all.get(sum % all.len()).copied().unwrap_or(text).to_owned()
        }
    }
}

/// The variables a template reads, with how it seems to use them. Those of the top scope start with `::`.
fn variables(text: &str) -> BTreeMap<String, Use> {
    let mut found = BTreeMap::new();
    for (at, _) in text.match_indices('@') {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        if before.is_none_or(|before| !before.is_alphanumeric() && before != '@') {
            note(&mut found, &word(text.get(at + 1..).unwrap_or("")), text.get(at + 1..).unwrap_or(""));
        }
    }
    for call in ["lookupvar", "scope[", "has_variable?", "scope.include?"] {
        for (at, _) in text.match_indices(call) {
            let rest = text.get(at + call.len()..).unwrap_or("").trim_start_matches(['(', ' ']);
            let Some(quoted) = rest.strip_prefix(['\'', '"']) else { continue };
            let end = quoted.find(['\'', '"']).unwrap_or(0);
            let (name, rest) = quoted.split_at(end);
            let rest = rest.get(1..).unwrap_or("").trim_start_matches([')', ']', ' ']);
            note(&mut found, name, &format!("{}{rest}", word(name)));
        }
    }
    found
}

fn note(found: &mut BTreeMap<String, Use>, name: &str, usage: &str) {
    let parts: Vec<&str> = name.split("::").collect();
    let plain = |part: &str| part.starts_with(|first: char| first.is_ascii_lowercase() || first == '_');
    let fits = parts.iter().enumerate().all(|(index, part)| {
        let word = part.chars().all(|char| char.is_ascii_alphanumeric() || char == '_');
        word && (plain(part) || (index == 0 && part.is_empty() && parts.len() == 2))
            || (index == 0 && part.is_empty() && parts.len() > 1)
    });
    let last = parts.last().copied().unwrap_or("");
    // Variables that Puppet sets itself, and names that cannot be assigned.
    let reserved = ["name", "title", "module_name", "caller_module_name", "facts", "trusted", "server_facts"];
    let settings = parts.iter().rev().nth(1).is_some_and(|class| *class == "settings");
    if !fits || last.is_empty() || reserved.contains(&last) || settings || name.contains("::_") {
        return;
    }
    let used = used(usage.trim_start_matches(|char: char| char.is_alphanumeric() || char == '_'));
    let entry = found.entry(name.to_owned()).or_insert(used);
    *entry = (*entry).max(used);
}

/// Guesses the type of a variable from what follows it.
fn used(rest: &str) -> Use {
    let line = rest.lines().next().unwrap_or("");
    let pair = line.contains("do |") && line.split("do |").nth(1).is_some_and(|names| names.contains(','))
        || line.contains("{ |") && line.split("{ |").nth(1).is_some_and(|names| names.contains(','));
    let hash = [".keys", ".values", ".each_pair", ".key?", ".has_key?", ".to_hash", "['", "[\"", "[:"];
    let array = [
        ".each",
        ".join",
        ".map",
        ".collect",
        ".sort",
        ".flatten",
        ".first",
        ".last",
        ".uniq",
        ".select",
        ".reject",
        ".include?",
        ".any?",
        "[0]",
        ".size",
        ".length",
    ];
    if hash.iter().any(|method| line.starts_with(method)) || (pair && line.starts_with('.')) {
        Use::Hash
    } else if array.iter().any(|method| line.starts_with(method)) {
        Use::Array
    } else {
        Use::Scalar
    }
}

fn word(text: &str) -> String {
    text.chars().take_while(|char| char.is_ascii_alphanumeric() || *char == '_').collect()
}
