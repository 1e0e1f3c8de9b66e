//! Files by pattern, as Ruby's `Dir.glob` finds them: `*`, `?`, `[...]`, `{a,b}` and `**/`.

use bunraku_world::World;

use std::path::{Path, PathBuf};

/// How deep `**` looks, should a link lead back to a folder above it.
const MAX_DEPTH: usize = 64;

/// The files that match a pattern, which is an absolute path; folders are left out. Each folder is walked by name.
pub(crate) fn glob(files: &dyn World, pattern: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for pattern in leading_braces(pattern) {
        let mut parts = pattern.split('/').filter(|part| !part.is_empty()).collect::<Vec<_>>();
        let mut start = PathBuf::from(if pattern.starts_with('/') { "/" } else { "" });
        // The part without patterns need not be listed.
        while parts.len() > 1 && parts.first().is_some_and(|part| !part.contains(['*', '?', '[', '\\'])) {
            start.push(parts.remove(0));
        }
        walk(files, &start, &parts, MAX_DEPTH, &mut found);
    }
    found
}

fn walk(files: &dyn World, folder: &Path, parts: &[&str], depth: usize, found: &mut Vec<PathBuf>) {
    let Some(depth) = depth.checked_sub(1) else { return };
    let Some((first, rest)) = parts.split_first() else { return };
    let Ok(entries) = files.list(folder) else { return };
    let anywhere = *first == "**" && !rest.is_empty();
    // `**` stands for no folder, too.
    let (pattern, below) = match (anywhere, rest.split_first()) {
        (true, Some((next, below))) => (*next, below),
        _ => (*first, rest),
    };
    for entry in entries {
        let path = folder.join(&entry.name);
        if matches(pattern, &entry.name) {
            if below.is_empty() {
                if !entry.folder {
                    found.push(path.clone());
                }
            } else if entry.folder {
                walk(files, &path, below, depth, found);
            }
        }
        if anywhere && entry.folder && !entry.name.starts_with('.') {
            walk(files, &path, parts, depth, found);
        }
    }
}

/// Whether a name matches; a hidden one only if the pattern starts with a point.
fn matches(pattern: &str, name: &str) -> bool {
    if name.starts_with('.') && !pattern.starts_with('.') {
        return false;
    }
    let name: Vec<char> = name.chars().collect();
    braces(pattern).iter().any(|pattern| match_from(&pattern.chars().collect::<Vec<char>>(), &name))
}

/// The patterns that braces stand for, one after the other; those behind the first folder with a wildcard stay, since
/// Ruby tries them together while it walks.
fn leading_braces(pattern: &str) -> Vec<String> {
    let mut end = 0;
    for part in pattern.split_inclusive('/') {
        end += part.len();
        if part.contains(['*', '?', '[']) {
            break;
        }
    }
    let (leading, rest) = pattern.split_at_checked(end).unwrap_or((pattern, ""));
    if leading.matches('{').count() != leading.matches('}').count() {
        return braces(pattern);
    }
    braces(leading).into_iter().map(|leading| format!("{leading}{rest}")).collect()
}

fn match_from(pattern: &[char], name: &[char]) -> bool {
    // The last star and what of the name it did not cover yet: going back to it is enough.
    let (mut at, mut from) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    loop {
        if pattern.get(at) == Some(&'*') {
            star = Some((at, from));
            at += 1;
            continue;
        }
        if from >= name.len() && at >= pattern.len() {
            return true;
        }
        let step = name.get(from).and_then(|char| one(pattern.get(at..).unwrap_or(&[]), *char));
        match (step, star) {
            (Some(length), _) => {
                at += length;
                from += 1;
            }
            (None, Some((star_at, covered))) if covered < name.len() => {
                star = Some((star_at, covered + 1));
                at = star_at + 1;
                from = covered + 1;
            }
            _ => return false,
        }
    }
}

/// How much of the pattern matches one character.
fn one(pattern: &[char], char: char) -> Option<usize> {
    match pattern {
        ['?', ..] => Some(1),
        ['\\', escaped, ..] => (*escaped == char).then_some(2),
        ['[', rest @ ..] => {
            let end = rest.iter().skip(1).position(|char| *char == ']')? + 1;
            let set = rest.get(..end)?;
            let (negated, set) = match set {
                ['^' | '!', set @ ..] => (true, set),
                set => (false, set),
            };
            let mut found = false;
            let mut set = set;
            while let Some((first, rest)) = set.split_first() {
                if let ['-', last, after @ ..] = rest {
                    found |= (*first..=*last).contains(&char);
                    set = after;
                } else {
                    found |= *first == char;
                    set = rest;
                }
            }
            (found != negated).then_some(end + 2)
        }
        [plain, ..] => (*plain == char).then_some(1),
        [] => None,
    }
}

/// The patterns that `{a,b}` stands for.
fn braces(pattern: &str) -> Vec<String> {
    let Some(start) = pattern.find('{') else { return vec![pattern.to_string()] };
    let mut depth = 0;
    let mut commas = Vec::new();
    let mut end = None;
    for (index, char) in pattern.char_indices().skip_while(|(index, _)| *index < start) {
        match char {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                if depth == 0 {
                    end = Some(index);
                    break;
                }
            }
            ',' if depth == 1 => commas.push(index),
            _ => {}
        }
    }
    let Some(end) = end else { return vec![pattern.to_string()] };
    let before = pattern.get(..start).unwrap_or("");
    let after = pattern.get(end + 1..).unwrap_or("");
    let mut from = start + 1;
    let mut all = Vec::new();
    for comma in commas.into_iter().chain([end]) {
        let choice = pattern.get(from..comma).unwrap_or("");
        all.extend(braces(&format!("{before}{choice}{after}")));
        from = comma + 1;
    }
    all
}

#[cfg(test)]
mod tests {

    use bunraku_world::MemoryWorld;

    use super::*;

    fn check(pattern: &str, expected: &[&str]) {
        let names =
            ["b.yaml", "a.yaml", "a/x.yaml", "a/b/c.yaml", "a.b.yaml", "c/z.yaml", ".h.yaml", "a/a.yaml"];
        let files = names.iter().fold(MemoryWorld::new(), |files, name| files.with(format!("/g/{name}"), ""));
        let found: Vec<String> = glob(&files, &format!("/g/{pattern}"))
            .iter()
            .map(|path| path.strip_prefix("/g").unwrap().display().to_string())
            .collect();
        assert_eq!(found, expected, "{pattern}");
    }

    #[test]
    fn files_come_in_the_order_of_ruby() {
        check(
            "**/*.yaml",
            &["a/a.yaml", "a/b/c.yaml", "a/x.yaml", "a.b.yaml", "a.yaml", "b.yaml", "c/z.yaml"],
        );
        check("{b,a}*.yaml", &["b.yaml", "a.b.yaml", "a.yaml"]);
        check("*", &["a.b.yaml", "a.yaml", "b.yaml"]);
        check("**/{x,c}.yaml", &["a/b/c.yaml", "a/x.yaml"]);
        check("*{b,a}.yaml", &["a.b.yaml", "b.yaml", "a.yaml"]);
        check("{b,**/x}.yaml", &["b.yaml", "a/x.yaml"]);
        check("a/**/*", &["a/a.yaml", "a/b/c.yaml", "a/x.yaml"]);
        check("[a-b].yaml", &["a.yaml", "b.yaml"]);
        check("[^a].yaml", &["b.yaml"]);
        check("?.yaml", &["a.yaml", "b.yaml"]);
        check(".*", &[".h.yaml"]);
        check("a.yaml", &["a.yaml"]);
        check("nope/*", &[]);
    }
}
