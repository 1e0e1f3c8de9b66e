//! Names of parameters that are not aligned.

use super::alignment::{is_first_on_line, misplaced, moved};
use crate::parts::Definition;
use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "class_params_alignment",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: SameTree,
    reports: "The names of the parameters of a class or defined type are not aligned.",
    why: "Aligned, types and names are easier to read.",
    wrong: "\
class ntp (
  String $server,
  Optional[String] $pool,
) {
}
",
    right: "\
class ntp (
  String           $server,
  Optional[String] $pool,
) {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for definition in findings.file.definitions() {
        let signs = signs(definition);
        for (sign, column) in misplaced(&signs) {
            let message = format!("parameter in column {}, expected in column {column}", sign.column());
            findings.report(sign, message).fix("align it", moved(sign, column));
        }
    }
}

/// The first name of each line, with the minimum column that it needs.
fn signs(definition: Definition<'_>) -> Vec<(Word<'_>, u32)> {
    let words = definition.parameters().filter_map(|parameter| definition.parameter_word(parameter));
    let names: Vec<Word<'_>> = words.collect();
    let first = names.first().map_or(1, |first| first.column());
    let needed = |name: Word<'_>| match name.previous_code() {
        Some(before) if before.is_any(&[Kind::ClassRef, Kind::RBrack]) => {
            before.column() + before.width() + 1
        }
        Some(before) if before.is(Kind::Comma) => first,
        _ => name.column(),
    };
    names.into_iter().filter(|name| is_first_on_line(*name)).map(|name| (name, needed(name))).collect()
}
