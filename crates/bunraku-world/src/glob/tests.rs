//! Patterns with the answers of Ruby 3.1, and patterns that would take forever.

use std::{cell::Cell, rc::Rc};

use bunraku_pcore::watch::{Ended, Watch};

use super::{GlobError, MAX_FOLDERS, TooMuch, glob, wildcard};
use crate::{Entry, MemoryWorld, Stamp, World};

const FILES: [&str; 16] = [
    ".h.yaml",
    ".hid/x.yaml",
    "a.b.yaml",
    "a.yaml",
    "a/a.yaml",
    "a/b/b/x.yaml",
    "a/b/c.yaml",
    "a/b/x.yaml",
    "a/x.yaml",
    "a[",
    "b.yaml",
    "c/.hid/y.yaml",
    "c/b/x.yaml",
    "c/z.yaml",
    "e,f",
    "{q",
];

const ANSWERS: &[(&str, &[&str])] = &[
    (r"*", &["a", "a.b.yaml", "a.yaml", "a[", "b.yaml", "c", "e,f", "{q"]),
    (
        r"**/*.yaml",
        &[
            "a/a.yaml",
            "a/b/b/x.yaml",
            "a/b/c.yaml",
            "a/b/x.yaml",
            "a/x.yaml",
            "a.b.yaml",
            "a.yaml",
            "b.yaml",
            "c/b/x.yaml",
            "c/z.yaml",
        ],
    ),
    (r"{b,a}*.yaml", &["b.yaml", "a.b.yaml", "a.yaml"]),
    (r"**/{x,c}.yaml", &["a/b/b/x.yaml", "a/b/c.yaml", "a/b/x.yaml", "a/x.yaml", "c/b/x.yaml"]),
    (r"*{b,a}.yaml", &["a.b.yaml", "b.yaml", "a.yaml"]),
    (r"{b,**/x}.yaml", &["b.yaml", "a/b/b/x.yaml", "a/b/x.yaml", "a/x.yaml", "c/b/x.yaml"]),
    (r"{**/x,b}.yaml", &["a/b/b/x.yaml", "a/b/x.yaml", "a/x.yaml", "c/b/x.yaml", "b.yaml"]),
    (r"a/**/*", &["a/a.yaml", "a/b", "a/b/b", "a/b/b/x.yaml", "a/b/c.yaml", "a/b/x.yaml", "a/x.yaml"]),
    (r"[a-b].yaml", &["a.yaml", "b.yaml"]),
    (r"[^a].yaml", &["b.yaml"]),
    (r"[!a].yaml", &["b.yaml"]),
    (r"[!]*", &["a", "a.b.yaml", "a.yaml", "a[", "b.yaml", "c", "e,f", "{q"]),
    (r"[]a].yaml", &[]),
    (r"[b-]*", &["b.yaml"]),
    (r"[a-", &[]),
    (r"?.yaml", &["a.yaml", "b.yaml"]),
    (r".h*", &[".h.yaml", ".hid"]),
    (r"a.yaml", &["a.yaml"]),
    (r"nope/*", &[]),
    (r"*/{x,a,b}*", &["a/x.yaml", "a/a.yaml", "a/b", "c/b"]),
    (r"**/{a/b,c}", &["c"]),
    (r"**/b/{x,c}.yaml", &["a/b/b/x.yaml", "a/b/c.yaml", "a/b/x.yaml", "c/b/x.yaml"]),
    (r"a/**/b/{x,c}.yaml", &["a/b/b/x.yaml", "a/b/c.yaml", "a/b/x.yaml"]),
    (r"{c,a}/{b,z}*", &["c/b", "c/z.yaml", "a/b"]),
    (r"*/b/{x,c}.yaml", &["a/b/x.yaml", "a/b/c.yaml", "c/b/x.yaml"]),
    (r"**/{c,a}/*", &["a/a.yaml", "a/b", "a/x.yaml", "c/b", "c/z.yaml"]),
    (r"{q", &[]),
    (r"\{q", &["{q"]),
    (r"*{q", &[]),
    (r"[{]q", &[]),
    (r"{a[,q}", &[]),
    (r"a[", &[]),
    (r"a\[", &["a["]),
    (r"{e\,f,q}", &["e,f"]),
    (r"{,}a.yaml", &["a.yaml", "a.yaml"]),
    (r"a/{,b/}*", &["a/a.yaml", "a/b", "a/x.yaml", "a/b/b", "a/b/c.yaml", "a/b/x.yaml"]),
    (r"{a,b}{.yaml,/}", &["a.yaml", "a/", "b.yaml"]),
    (r"{.h,b}*", &[".h.yaml", ".hid", "b.yaml"]),
    (r"**/{.h*,b*}", &[".h.yaml", ".hid", "a/b", "a/b/b", "b.yaml", "c/.hid", "c/b"]),
    (r"**/.hid/*", &[".hid/x.yaml", "c/.hid/y.yaml"]),
    (r"c/**/", &["c/", "c/b/"]),
    (r"**/", &["", "a/", "a/b/", "a/b/b/", "c/", "c/b/"]),
    (r"**", &["a", "a.b.yaml", "a.yaml", "a[", "b.yaml", "c", "e,f", "{q"]),
    (r"a/**", &["a/a.yaml", "a/b", "a/x.yaml"]),
    (r"a//x.yaml", &["a//x.yaml"]),
    (r"**//x.yaml", &["a/b/b/x.yaml", "a/b/x.yaml", "a/x.yaml", "c/b/x.yaml"]),
    (r"c/**//", &["c/", "c/b/"]),
    (r"none/**/", &[]),
    (r"{none,c}/**/", &["c/", "c/b/"]),
    (r".*", &[".", ".h.yaml", ".hid"]),
    (r".*/*.yaml", &["./a.b.yaml", "./a.yaml", "./b.yaml", ".hid/x.yaml"]),
    (r"**/.*", &[".h.yaml", ".hid", "c/.hid"]),
    (r"*/", &["a/", "c/"]),
    (r"a/*/", &["a/b/"]),
    (r"a\.yaml", &["a.yaml"]),
    (r"**/**/x.yaml", &["a/b/b/x.yaml", "a/b/x.yaml", "a/x.yaml", "c/b/x.yaml"]),
    (r"a/**b/*", &["a/b/b", "a/b/c.yaml", "a/b/x.yaml"]),
    (r"**a/*", &["a/a.yaml", "a/b", "a/x.yaml"]),
    (r"*/**/x.yaml", &["a/b/b/x.yaml", "a/b/x.yaml", "a/x.yaml", "c/b/x.yaml"]),
    (r"a/x.yaml/", &[]),
    (r"a/x.yaml/*", &[]),
    (r"*/*/*", &["a/b/b", "a/b/c.yaml", "a/b/x.yaml", "c/b/x.yaml"]),
    (r"{{b,a},c}*", &["b.yaml", "a", "a.b.yaml", "a.yaml", "a[", "c"]),
    (r"{a,{b,{c}}}/*", &["a/a.yaml", "a/b", "a/x.yaml", "c/b", "c/z.yaml"]),
];

#[test]
fn patterns_are_those_of_ruby() {
    let files = FILES.iter().fold(MemoryWorld::new(), |files, path| files.with(format!("/g/{path}"), ""));
    for (pattern, expected) in ANSWERS {
        let found = glob(&files, &format!("/g/{pattern}")).unwrap();
        let found: Vec<&str> = found.iter().map(|found| found.path.strip_prefix("/g/").unwrap()).collect();
        assert_eq!(found, *expected, "{pattern}");
    }
    let found = glob(&files, "/{g,none}/[ab].yaml").unwrap();
    let found: Vec<&str> = found.iter().map(|found| found.path.as_str()).collect();
    assert_eq!(found, ["/g/a.yaml", "/g/b.yaml"]);
    assert_eq!(glob(&files, "").unwrap(), []);
    assert!(
        glob(&files, "/g/*")
            .unwrap()
            .iter()
            .all(|found| found.folder != found.path.contains(['.', '[', ',', '{']))
    );
}

#[test]
fn braces_and_stars_have_limits() {
    let files = MemoryWorld::new().with("/g/a/b/c", "");
    let many = |text: &str, count: usize| text.repeat(count);
    assert_eq!(
        glob(&files, &format!("/g/{}", many("{a,b}", 40))),
        Err(GlobError::TooMuch(TooMuch::Pattern(wildcard::TooMuch::Patterns)))
    );
    assert_eq!(
        glob(&files, &format!("/**/{}", many("{a,b}", 40))),
        Err(GlobError::TooMuch(TooMuch::Pattern(wildcard::TooMuch::Patterns)))
    );
    assert_eq!(
        glob(&files, &format!("{}{}", many("{", 100_000), many("}", 100_000))),
        Err(GlobError::TooMuch(TooMuch::Pattern(wildcard::TooMuch::Patterns)))
    );
    assert_eq!(glob(&files, &many("{", 100_000)), Ok(Vec::new()));
    let paths = |pattern: &str| glob(&files, pattern).map(|found| found.len());
    assert_eq!(paths(&format!("/{}c", many("**/", 10_000))), Ok(1));
    assert_eq!(paths(&format!("/{}c", many("**/*/", 3))), Ok(1));
    assert_eq!(paths(&format!("/g/a/b/{}x", many("*", 10_000))), Ok(0));
    assert_eq!(paths(&many("/", 10_000)), Ok(0));
}

/// A folder that contains itself many times, as is possible with links.
struct Endless;

impl World for Endless {
    fn read(&self, _: &std::path::Path, _: crate::FileKind) -> std::io::Result<Vec<u8>> {
        Err(std::io::ErrorKind::NotFound.into())
    }

    fn list(&self, _: &std::path::Path) -> std::io::Result<Vec<Entry>> {
        Ok(["a", "b", "c"].map(|name| Entry { name: name.to_owned(), folder: true, link: true }).to_vec())
    }

    fn stamp(&self, _: &std::path::Path) -> Option<Stamp> {
        Some(Stamp { folder: true, length: 0, mark: 0 })
    }
}

#[test]
fn a_tree_without_end_is_an_error() {
    assert_eq!(glob(&Endless, "/**/x"), Err(GlobError::TooMuch(TooMuch::Folders)));
    assert_eq!(TooMuch::Folders.to_string(), format!("it searches more than {MAX_FOLDERS} folders"));
}

#[test]
fn a_search_ends_when_there_is_no_time_left() {
    let asked = Rc::new(Cell::new(0));
    let count = Rc::clone(&asked);
    let _watch = Watch::new(move |_| {
        count.set(count.get() + 1);
        (count.get() > 10).then_some(Ended::Time)
    });
    assert_eq!(glob(&Endless, "/**/x"), Err(GlobError::TooMuch(TooMuch::Ended)));
    assert_eq!(asked.get(), 11);
}

#[test]
fn a_long_pattern_for_many_names_is_an_error() {
    let names = (0..2_000).map(|number| format!("/d/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa{number}"));
    let files = names.fold(MemoryWorld::new(), |files, name| files.with(name, ""));
    let set = format!("/d/*[{}]x", "a-z".repeat(1_000));
    assert_eq!(glob(&files, &set), Err(wildcard::TooMuch::Comparisons.into()));
    assert_eq!(glob(&files, "/d/*a*a*a*a*a*a*a*a7").map(|found| found.len()), Ok(1));
}
