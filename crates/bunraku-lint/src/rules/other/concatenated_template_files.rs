//! Several templates in one call.

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "concatenated_template_files",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "`template` is called with several names.",
    why: "The results are concatenated, although it looks as if the first existing template were used.",
    wrong: "\
file { '/a':
  content => template('site/a.erb', 'site/b.erb'),
}
",
    right: "\
file { '/a':
  content => template('site/a.erb'),
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let contents = file.bodies_of("file").filter_map(|body| body.value("content"));
    for function in contents.filter(|function| function.value() == "template") {
        let arguments = std::iter::successors(function.next_code(), |word| word.next_code());
        let arguments = arguments.take_while(|word: &Word<'_>| !word.is(Kind::RParen));
        if arguments.filter(|word| word.is(Kind::Single)).count() > 1 {
            findings.report(function, "several templates are concatenated");
        }
    }
}
