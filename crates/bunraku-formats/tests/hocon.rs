//! Reads the documents in `hocon.cases` and compares them with the results of Ruby's hocon library.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its cases fails")]

use std::path::Path;

use bunraku_edition::PUPPET8;
use bunraku_formats::hocon::{self, World};
use bunraku_pcore::format::inspect;

/// The variable and the files that answer_hocon.rb provides to the library.
struct Around;

impl World for Around {
    fn variable(&self, name: &str) -> Result<Option<String>, String> {
        match name {
            "HOCON_SECRET" => Err("nobody may see it".to_owned()),
            name => Ok((name == "HOCON_TEST").then(|| "from the environment".to_owned())),
        }
    }

    fn file(&self, path: &Path) -> Result<Option<String>, String> {
        let Some(name) = path.to_str().and_then(|path| path.strip_prefix("files/")) else {
            return if path.starts_with("/etc") { Err("nobody may read it".to_owned()) } else { Ok(None) };
        };
        Ok(FILES.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).to_owned()))
    }
}

const FILES: [(&str, &str); 8] = [
    ("a.conf", "x = 1\ninclude \"sub/b\"\n"),
    ("sub/b.conf", "fromb = ${x}\ninclude \"c.json\"\n"),
    ("sub/c.json", "{\"j\": 1}"),
    ("rel.conf", "p = ${q}\nq = 7\nr = ${?outer}\n"),
    ("bad.conf", "x = [\n"),
    ("bad.json", "x = 1\n"),
    ("both.conf", "fromconf = 1\n"),
    ("both.json", "{\"fromjson\": 1, \"fromconf\": 2}"),
];

#[test]
fn texts_are_read_as_the_library_reads_them() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for block in include_str!("hocon.cases").split("\n\n").skip(1) {
        let text: String = block
            .lines()
            .filter_map(|line| line.strip_prefix("> "))
            .map(|line| format!("{line}\n"))
            .collect();
        let expected = block.lines().find_map(|line| line.strip_prefix("= ")).unwrap();
        let actual = hocon::read_in(&text, &Around)
            .map_or("error".to_string(), |hocon| inspect(&PUPPET8.types, &hocon.value));
        count += 1;
        if actual != expected {
            wrong.push(format!("{text:?}\n  expected {expected}\n  actual   {actual}"));
        }
    }
    assert!(count >= 300, "only {count} cases");
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_may_not_be_seen_is_an_error() {
    for text in ["a = ${HOCON_SECRET}", "a = ${?HOCON_SECRET}", "a = x${?HOCON_SECRET}"] {
        let error = hocon::read_in(text, &Around).unwrap_err();
        assert_eq!((error.message.as_str(), error.position.line), ("nobody may see it", 1), "{text}");
    }
    for text in ["include file(\"/etc/a.conf\")", "a { include file(\"/etc/a\") }"] {
        let error = hocon::read_in(text, &Around).unwrap_err();
        assert_eq!(error.message, "nobody may read it", "{text}");
    }
}

#[test]
fn keys_have_places_and_texts_have_limits() {
    let hocon = hocon::read_in("a = 1\nb.c = 2\n\na { x = 1 }\n", &Around).unwrap();
    let places: Vec<(u32, u32)> = hocon.positions.iter().map(|place| (place.line, place.column)).collect();
    assert_eq!(places, [(4, 1), (2, 1)]);
    let doubled: String = (0..40).map(|n| format!("a{} = [${{a{n}}}, ${{a{n}}}]\n", n + 1)).collect();
    let error = hocon::read_in(&format!("a0 = 1\n{doubled}"), &Around).unwrap_err();
    assert!(error.message.contains("too many values"), "{error}");
    let chain: String = (0..5_000).map(|n| format!("a{n} = ${{a{}}}\n", n + 1)).collect();
    let error = hocon::read_in(&chain, &Around).unwrap_err();
    assert!(error.message.contains("too many values"), "{error}");
    let parts: String = (0..5_000).map(|n| format!("a{n} = ${{a{}}}\n", n + 1)).collect();
    let error = hocon::read_in(&format!("x = ${{a0.b}}\n{parts}"), &Around).unwrap_err();
    assert!(error.message.contains("too many values"), "{error}");
    let deep = format!("a = {}1{}\nb = ${{a}}\n", "[".repeat(90), "]".repeat(90));
    assert!(hocon::read_in(&deep, &Around).is_ok());
    let error = hocon::read_in("x = 1\ny = [${nope}]\n", &Around).unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 6: no value for `${nope}`");
}
