//! Files that agents download from the server.

use bunraku_diag::TextRange;

use crate::parts::Body;
use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "fileserver",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: Unsafe,
    reports: "A value is a `puppet:` URL, except for recursively managed folders.",
    why: "With `file`, the content is part of the catalog: no second request is needed, and it always matches the \
     code.",
    wrong: "\
file { '/etc/motd':
  source => 'puppet:///modules/site/motd',
}
",
    right: "\
file { '/etc/motd':
  content => file('site/motd'),
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for body in file.bodies() {
        let is_value = |word: &Word<'_>| word.previous_code().is_some_and(|before| before.is(Kind::Arrow));
        let mut addresses =
            body.words().filter(is_value).filter(|word| word.value().starts_with("puppet:///"));
        let Some(address) = addresses.next() else { continue };
        let recursive = body.value("recurse").is_some_and(|value| value.is(Kind::True));
        if !(recursive && body.resource_type.value() == "file") {
            let edits = edits(body, address);
            findings.report(address, "file from the file server").fix("read the file with `file`", edits);
        }
    }
}

/// The prefix of the names of modules' files.
const MODULES: &str = "puppet:///modules/";

fn edits(body: Body<'_>, address: Word<'_>) -> Vec<(TextRange, String)> {
    let known = matches!(body.resource_type.value(), "file" | "concat::fragment");
    let name = address.previous_code().and_then(Word::previous_code).filter(|name| name.value() == "source");
    let (Some(name), true) = (name, known && address.value().starts_with(MODULES)) else { return Vec::new() };
    // The URL may be a string with variables; the quote before it stays.
    let start = address.range().start;
    let last = match address.kind() {
        Kind::Single => Some(address),
        Kind::StringStart => address.after().find(|word| word.is(Kind::StringEnd)),
        _ => None,
    };
    let Some(last) = last else { return Vec::new() };
    let prefix = address.value_range().start;
    vec![
        (name.range(), "content".to_owned()),
        (TextRange::new(start, start), "file(".to_owned()),
        (TextRange::new(prefix, prefix + MODULES.len() as u32), String::new()),
        (TextRange::new(last.range().end, last.range().end), ")".to_owned()),
    ]
}
