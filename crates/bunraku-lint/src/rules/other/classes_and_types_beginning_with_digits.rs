//! Names that begin with a digit.

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "classes_and_types_beginning_with_digits",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "The name of a class or defined type begins with a digit.",
    why: "Puppet rejects the file. Rename it by hand, because everything that uses it must change as well.",
    wrong: "\
class 7zip {
}
",
    right: "\
class sevenzip {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let words = findings.words();
    for keyword in words.of_kind(Kind::Class).chain(words.of_kind(Kind::Define)) {
        let name = keyword.next_code().map_or("", Word::value);
        if name.starts_with(|c: char| c.is_ascii_digit()) {
            findings.report(keyword, format!("the name `{name}` begins with a digit"));
        }
    }
}
