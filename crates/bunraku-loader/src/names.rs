//! Finds files by pattern, and by names that differ in case.

use bunraku_world::World;

use std::path::{Path, PathBuf};

/// Expands `*` and `?` in a path. A path without them is returned as it is.
pub(crate) fn glob(files: &dyn World, path: &Path) -> Vec<PathBuf> {
    let has_pattern = |text: &str| text.contains(['*', '?']);
    if !has_pattern(&path.to_string_lossy()) {
        return vec![path.to_owned()];
    }
    let mut found = vec![PathBuf::new()];
    for part in path.components() {
        let part = part.as_os_str().to_string_lossy().into_owned();
        if !has_pattern(&part) {
            found.iter_mut().for_each(|path| path.push(&part));
            continue;
        }
        let mut next = Vec::new();
        for folder in found {
            let entries = files.list(&folder).unwrap_or_default();
            let matching = entries.into_iter().filter(|entry| matches(&part, &entry.name));
            // Hidden folders are only found by patterns that start with a dot.
            let shown = matching.filter(|entry| part.starts_with('.') || !entry.name.starts_with('.'));
            next.extend(shown.map(|entry| folder.join(entry.name)));
        }
        found = next;
    }
    found.retain(|path| files.is_folder(path));
    found
}

/// Whether a name matches a pattern of `*` and `?`.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // Where to continue if what follows a `*` does not match: the `*` takes one more character.
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(c) if *c == '?' || name.get(n) == Some(c) => (p, n) = (p + 1, n + 1),
            _ => match star {
                Some((at, taken)) => {
                    star = Some((at, taken + 1));
                    (p, n) = (at + 1, taken + 1);
                }
                None => return false,
            },
        }
    }
    pattern.get(p..).unwrap_or_default().iter().all(|c| *c == '*')
}

/// Finds a file whose path differs only in case.
pub(crate) fn other_case(files: &dyn World, folder: &Path, relative: &str) -> Option<PathBuf> {
    let mut path = folder.to_owned();
    for part in relative.split('/') {
        let entries = files.list(&path).ok()?;
        let entry = entries.into_iter().find(|entry| entry.name.eq_ignore_ascii_case(part))?;
        path.push(entry.name);
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, name, expected) in [
            ("*", "abc", true),
            ("a*c", "abc", true),
            ("a*c", "abd", false),
            ("a?c", "abc", true),
            ("a?", "abc", false),
            ("*b*", "abc", true),
            ("", "a", false),
            ("**x", "aax", true),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }
}
