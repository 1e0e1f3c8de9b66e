//! `glob`: the files that fit patterns.

use std::path::Path;

use bunraku_eval::{Dispatch, Eval, legacy::arguments};
use bunraku_pcore::Value;
use bunraku_world::World;

use super::expected;
use crate::compiler::{CatalogCall, CatalogFunction};

pub(crate) static GLOB: CatalogFunction = CatalogFunction::new(
    "glob",
    "The paths of the files and folders that fit a pattern, or one of several, sorted. In a pattern `*` stands for any text,
`?` for a character, `[a-z]` for one of some characters, `{a,b}` for one of some texts and `**/` for any folders.

```cases
notice(glob('/no/such/folder/*'), glob(['/no/such/*.conf', '/no/such/**/x']))
>> notice \"[] []\"
```

```cases
notice(glob(1))
>> error 1
```
",
    &[Dispatch { signature: "Any *$args, Optional[Callable] &$block", run: glob }],
);

/// No search goes deeper: a link to a folder above it would never end.
const MAX_DEPTH: usize = 64;

/// As many patterns may come of one by braces.
const MAX_PATTERNS: usize = 1_000;

/// The paths that fit a pattern, as Ruby finds them.
pub(crate) fn paths(files: &dyn World, pattern: &str) -> Vec<String> {
    let (mut plain, mut found) = (Vec::new(), Vec::new());
    without_braces(pattern, &mut plain);
    plain.iter().for_each(|pattern| search_all(files, pattern, &mut found));
    found
}

fn glob(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let patterns = match arguments(call)?.as_slice() {
        [pattern @ Value::Str(_)] => vec![pattern.clone()],
        [Value::Array(patterns)] => patterns.to_vec(),
        other => return expected(call, "a pattern or an array of patterns", other.first()),
    };
    let mut found = Vec::new();
    for pattern in &patterns {
        let Some(pattern) = pattern.as_str() else {
            return expected(call, "patterns that are Strings", Some(pattern));
        };
        let files = call.cx.files();
        found.extend(paths(&*files, pattern));
    }
    Ok(Value::array(found.into_iter().map(Value::str)))
}

/// The patterns that one with `{a,b}` stands for.
fn without_braces(pattern: &str, patterns: &mut Vec<String>) {
    let braces = outer_braces(pattern);
    let Some((before, choices, after)) = braces.filter(|_| patterns.len() < MAX_PATTERNS) else {
        return patterns.push(pattern.to_owned());
    };
    choices.iter().for_each(|choice| without_braces(&format!("{before}{choice}{after}"), patterns));
}

/// What is in front of the first braces, the texts in them, and what is behind.
fn outer_braces(pattern: &str) -> Option<(&str, Vec<&str>, &str)> {
    let (mut depth, mut open, mut choices, mut escaped) = (0, 0, Vec::new(), false);
    let mut from = 0;
    for (at, char) in pattern.char_indices() {
        match char {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => {
                if depth == 0 {
                    (open, from) = (at, at + 1);
                }
                depth += 1;
            }
            ',' if depth == 1 => {
                choices.push(pattern.get(from..at)?);
                from = at + 1;
            }
            '}' if depth == 1 => {
                choices.push(pattern.get(from..at)?);
                return Some((pattern.get(..open)?, choices, pattern.get(at + 1..)?));
            }
            '}' if depth > 0 => depth -= 1,
            _ => {}
        }
    }
    None
}

fn search_all(files: &dyn World, pattern: &str, found: &mut Vec<String>) {
    let (folder, rest) = match pattern.strip_prefix('/') {
        Some(rest) => ("/", rest),
        None => ("", pattern),
    };
    let mut segments: Vec<&str> = rest.split('/').collect();
    // Behind the last `/` two stars are one.
    if let Some(last @ &mut "**") = segments.last_mut() {
        *last = "*";
    }
    if !pattern.is_empty() {
        search(files, folder, &segments, &[0], MAX_DEPTH, found);
    }
}

/// Looks in a folder for what fits the segments at some places of a pattern: `**` is at two places at once.
fn search(
    files: &dyn World,
    folder: &str,
    segments: &[&str],
    places: &[usize],
    depth: usize,
    found: &mut Vec<String>,
) {
    let mut open: Vec<usize> = Vec::new();
    for &place in places {
        let stars = segments.iter().skip(place).take_while(|segment| **segment == "**").count();
        open.extend(place..=place + stars);
    }
    open.dedup();
    if open.iter().any(|place| place + 1 == segments.len() && segments.get(*place) == Some(&"")) {
        found.push(folder.to_owned());
    }
    let entries = match open.as_slice() {
        // A name is asked for, so that the folder need not be readable.
        [place] if segments.get(*place).is_some_and(|name| !has_magic(name)) => {
            let name = segments.get(*place).map(|name| name.replace('\\', "")).unwrap_or_default();
            if name.is_empty() && place + 1 == segments.len() {
                return;
            }
            let stamp = files.stamp(Path::new(&format!("{folder}{name}")));
            stamp.map(|stamp| (name, stamp.folder)).into_iter().collect()
        }
        _ => {
            let path = if folder.is_empty() { "." } else { folder };
            let entries = files.list(Path::new(path)).unwrap_or_default();
            entries.into_iter().map(|entry| (entry.name, entry.folder)).collect::<Vec<_>>()
        }
    };
    for (name, is_folder) in entries {
        let mut next = Vec::new();
        let mut is_found = false;
        for &place in &open {
            match segments.get(place) {
                Some(&"**") if is_folder && !name.starts_with('.') => next.push(place),
                Some(segment) if *segment != "**" && fits(segment, &name) => {
                    is_found |= place + 1 == segments.len();
                    next.push(place + 1);
                }
                _ => {}
            }
        }
        let path = format!("{folder}{name}");
        if is_found {
            found.push(path.clone());
        }
        next.retain(|place| *place < segments.len());
        if is_folder && !next.is_empty() && depth > 0 {
            search(files, &format!("{path}/"), segments, &next, depth - 1, found);
        }
    }
}

fn has_magic(segment: &str) -> bool {
    segment.contains(['*', '?', '['])
}

/// Whether a name fits a segment of a pattern. A name with a dot in front must be named with it.
fn fits(segment: &str, name: &str) -> bool {
    let segment: Vec<char> = segment.chars().collect();
    let name: Vec<char> = name.chars().collect();
    (name.first() != Some(&'.') || segment.first() == Some(&'.')) && fits_all(&segment, &name)
}

/// Goes back to the last `*` when the rest does not fit, which suffices.
fn fits_all(pattern: &[char], name: &[char]) -> bool {
    let (mut at, mut place, mut star) = (0, 0, None);
    while place < name.len() {
        let step = match pattern.get(at) {
            Some('*') => {
                star = Some((at + 1, place));
                at += 1;
                continue;
            }
            Some(_) => name.get(place).and_then(|char| one(pattern.get(at..)?, *char)),
            None => None,
        };
        match (step, star) {
            (Some(length), _) => (at, place) = (at + length, place + 1),
            (None, Some((behind, from))) => {
                star = Some((behind, from + 1));
                (at, place) = (behind, from + 1);
            }
            (None, None) => return false,
        }
    }
    pattern.iter().skip(at).all(|char| *char == '*')
}

/// How much of a pattern stands for a character, if it fits.
fn one(pattern: &[char], char: char) -> Option<usize> {
    match pattern {
        ['?', ..] => Some(1),
        ['\\', escaped, ..] => (*escaped == char).then_some(2),
        ['[', set @ ..] => {
            let (negated, set) = match set {
                ['!' | '^', rest @ ..] => (true, rest),
                set => (false, set),
            };
            let end = set.iter().skip(1).position(|char| *char == ']')? + 1;
            let members = set.get(..end)?;
            let ranges = members.windows(3).any(|range| match range {
                [from, '-', to] => (*from..=*to).contains(&char),
                _ => false,
            });
            let is_member = ranges || members.contains(&char);
            (is_member != negated).then_some(end + 2 + usize::from(negated))
        }
        [plain, ..] => (*plain == char).then_some(1),
        [] => None,
    }
}

#[cfg(test)]
mod tests {

    use bunraku_world::MemoryWorld;

    use super::*;

    fn found(pattern: &str) -> Vec<String> {
        let all = ["/a/b.conf", "/a/c.conf", "/a/.d.conf", "/a/x/e.conf", "/a/x/y/f.txt", "/b/g.conf"];
        let files = all.iter().fold(MemoryWorld::new(), |files, path| files.with(*path, ""));
        paths(&files, pattern)
    }

    #[test]
    fn patterns_are_those_of_ruby() {
        assert_eq!(found("/a/*.conf"), ["/a/b.conf", "/a/c.conf"]);
        assert_eq!(found("/a/.*.conf"), ["/a/.d.conf"]);
        assert_eq!(found("/a/?.conf"), ["/a/b.conf", "/a/c.conf"]);
        assert_eq!(found("/a/[c-z].conf"), ["/a/c.conf"]);
        assert_eq!(found("/a/[!c].conf"), ["/a/b.conf"]);
        assert_eq!(found("/{b,a}/*.conf"), ["/b/g.conf", "/a/b.conf", "/a/c.conf"]);
        assert_eq!(found("/**/*.conf"), ["/a/b.conf", "/a/c.conf", "/a/x/e.conf", "/b/g.conf"]);
        assert_eq!(found("/a/**/x/*"), ["/a/x/e.conf", "/a/x/y"]);
        assert_eq!(found("/a/**/"), ["/a/", "/a/x/", "/a/x/y/"]);
        assert_eq!(found("/a/b.conf"), ["/a/b.conf"]);
        assert_eq!(found("/a/\\b.conf"), ["/a/b.conf"]);
        assert_eq!(found("/nope/*"), [""; 0]);
        assert_eq!(found(""), [""; 0]);
        assert_eq!(found("/a/**"), ["/a/b.conf", "/a/c.conf", "/a/x"]);
        assert_eq!(found("/a/**/**/f*"), ["/a/x/y/f.txt"]);
        assert_eq!(found("/a/*/"), ["/a/x/"]);
        assert_eq!(found("/a/[b-]*"), ["/a/b.conf"]);
        assert_eq!(found("/a/*/*"), ["/a/x/e.conf", "/a/x/y"]);
    }
}
