//! Reads the texts of `hocon.cases` and compares with what Ruby's hocon library made of them.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its cases fails")]

use bunraku_edition::PUPPET8;
use bunraku_hiera::hocon;
use bunraku_pcore::format::inspect;

#[test]
fn texts_are_read_as_the_library_reads_them() {
    let mut wrong = Vec::new();
    for block in include_str!("hocon.cases").split("\n\n").skip(1) {
        let text: String = block
            .lines()
            .filter_map(|line| line.strip_prefix("> "))
            .map(|line| format!("{line}\n"))
            .collect();
        let expected = block.lines().find_map(|line| line.strip_prefix("= ")).unwrap();
        let actual = hocon::read(&text).map_or("error".to_string(), |value| inspect(&PUPPET8.types, &value));
        if actual != expected {
            wrong.push(format!("{text:?}\n  expected {expected}\n  actual   {actual}"));
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}
