//! The licences of dependencies: which are allowed, and their texts for distribution with the program.

use std::collections::BTreeMap;
use std::fs;

use super::dependencies::Dependency;

/// The licences that dependencies may have. They only require that their texts are distributed.
const ALLOWED: &[&str] = &[
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Fails if a package has a licence that is not allowed.
pub fn check(dependencies: &[Dependency]) -> Result<(), String> {
    let refused = dependencies.iter().filter(|dependency| !is_allowed(&dependency.license));
    let refused: Vec<String> = refused
        .map(|dependency| {
            format!("{} {} has the licence `{}`", dependency.name, dependency.version, dependency.license)
        })
        .collect();
    match refused.is_empty() {
        true => Ok(()),
        false => Err(format!("licences that are not on the list in licences.rs:\n{}", refused.join("\n"))),
    }
}

/// Whether an SPDX expression allows using the code under allowed licences only.
fn is_allowed(expression: &str) -> bool {
    // Old manifests use `/` for OR.
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let allowed = any(&words, &mut at);
    allowed && at == words.len()
}

/// `A OR B`: one is enough.
fn any(words: &[&str], at: &mut usize) -> bool {
    let mut allowed = all(words, at);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        allowed |= all(words, at);
    }
    allowed
}

/// `A AND B`, which binds tighter: both must be allowed.
fn all(words: &[&str], at: &mut usize) -> bool {
    let mut allowed = one(words, at);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        allowed &= one(words, at);
    }
    allowed
}

fn one(words: &[&str], at: &mut usize) -> bool {
    let word = words.get(*at).copied().unwrap_or_default();
    *at += 1;
    if word == "(" {
        let allowed = any(words, at);
        let closed = words.get(*at) == Some(&")");
        *at += 1;
        return allowed && closed;
    }
    if words.get(*at) == Some(&"WITH") {
        let exception = words.get(*at + 1).copied().unwrap_or_default();
        *at += 2;
        return ALLOWED.contains(&&*format!("{word} WITH {exception}"));
    }
    ALLOWED.contains(&word)
}

/// The texts of all licences, each once, preceded by the packages that use it.
pub fn texts(dependencies: &[Dependency]) -> Result<String, String> {
    let mut by_text: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut without = Vec::new();
    let shipped = || dependencies.iter().filter(|dependency| !dependency.only_for_building);
    for dependency in shipped() {
        let name = format!("{} {} ({})", dependency.name, dependency.version, dependency.license);
        let texts = files(dependency)?;
        if texts.is_empty() {
            without.push(name.clone());
        }
        for text in texts {
            by_text.entry(text).or_default().push(name.clone());
        }
    }
    let mut groups: Vec<(Vec<String>, String)> =
        by_text.into_iter().map(|(text, names)| (names, text)).collect();
    groups.sort();
    let mut out = format!("bunraku contains code of {} packages, under these licences.\n", shipped().count());
    for (names, text) in groups {
        out += &format!("\n{}\n{}\n{}\n\n{text}\n", "=".repeat(80), names.join("\n"), "-".repeat(80));
    }
    if !without.is_empty() {
        out += &format!(
            "\n{}\nThese packages name their licence, but have no file with its text:\n\n{}\n",
            "=".repeat(80),
            without.join("\n")
        );
    }
    Ok(out)
}

/// The licence files next to the manifest of a package, sorted by name.
fn files(dependency: &Dependency) -> Result<Vec<String>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", dependency.folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(&dependency.folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        let starts = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE", "COPYRIGHT"];
        if path.is_file() && starts.iter().any(|start| name.starts_with(start)) {
            paths.push(path);
        }
    }
    paths.sort();
    let read = |path| {
        fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).replace('\r', "").trim_end().to_owned())
    };
    paths.iter().map(read).collect::<Result<_, _>>().map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::is_allowed;

    #[test]
    fn expressions_are_read_as_spdx_says() {
        for good in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
            "(MIT OR GPL-3.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception",
            "ISC AND (Apache-2.0 OR ISC) AND MIT",
        ] {
            assert!(is_allowed(good), "{good}");
        }
        for bad in [
            "",
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "MIT OR GPL-3.0 AND",
            "(MIT",
            "GPL-2.0 WITH LLVM-exception",
            "MIT MIT",
            "unknown",
        ] {
            assert!(!is_allowed(bad), "{bad}");
        }
    }
}
