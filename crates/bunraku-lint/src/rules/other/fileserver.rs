//! Files that agents fetch from the server.

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
    reports: "A value is a `puppet:` address, other than of a folder with all that is in it.",
    why: "With `file` the text is in the catalog: no second request, and the same version as the code.",
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

fn edits(body: Body<'_>, address: Word<'_>) -> Vec<(TextRange, String)> {
    let known = matches!(body.resource_type.value(), "file" | "concat::fragment");
    let name = address.previous_code().and_then(Word::previous_code).filter(|name| name.value() == "source");
    let path =
        address.value().strip_prefix("puppet:///modules/").filter(|_| known && address.is(Kind::Single));
    match (name, path) {
        (Some(name), Some(path)) => {
            vec![(name.range(), "content".to_owned()), (address.range(), format!("file('{path}')"))]
        }
        _ => Vec::new(),
    }
}
