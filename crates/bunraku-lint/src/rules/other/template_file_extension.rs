//! Templates with a wrong extension.

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "template_file_extension",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "The name of a template does not end in `.erb` or `.epp`, as the function that reads it expects.",
    why: "Editors and tools recognize templates by their extension.",
    wrong: "\
file { '/a':
  content => template('site/a'),
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
    for function in file.bodies_of("file").filter_map(|body| body.value("content")) {
        let ending = match function.value() {
            "template" => ".erb",
            "epp" => ".epp",
            _ => continue,
        };
        let arguments = std::iter::successors(function.next_code(), |word| word.next_code());
        let arguments = arguments.take_while(|word: &Word<'_>| !word.is_any(&[Kind::RParen, Kind::LBrace]));
        for name in arguments.filter(|word| word.is_any(&[Kind::StringEnd, Kind::Single])) {
            if !name.value().ends_with(ending) {
                findings.report(function, format!("template name does not end in `{ending}`"));
            }
        }
    }
}
