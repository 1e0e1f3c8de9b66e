//! Empty lines at the start and the end of blocks.

use bunraku_intern::FastSet;

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "empty_lines_around_body",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "The block of a class, definition, node or condition begins or ends with an empty line.",
    why: "The brace is separation enough.",
    wrong: "\
class ntp {

  include a
}
",
    right: "\
class ntp {
  include a
}
",
}

const BLOCKS: &[Kind] =
    &[Kind::If, Kind::Elsif, Kind::Else, Kind::Unless, Kind::Case, Kind::Class, Kind::Define, Kind::Node];

fn check(findings: &mut Findings<'_, '_>) {
    let mut depth = 0_u32;
    // The depths at which a block has been announced whose braces follow.
    let mut announced: FastSet<u32> = FastSet::default();
    for word in findings.words().iter() {
        match word.kind() {
            kind if BLOCKS.contains(&kind) => {
                announced.insert(depth);
            }
            Kind::LBrace => {
                if let Some(place) = second_newline(word.after()).filter(|_| announced.contains(&depth)) {
                    findings.report(place, "empty line at the start of a block");
                }
                depth += 1;
            }
            Kind::RBrace => {
                if depth > 0 && announced.contains(&(depth - 1)) {
                    if let Some(place) = first_of_two(word) {
                        findings.report(place, "empty line at the end of a block");
                    }
                    announced.remove(&depth);
                }
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
    }
}

fn second_newline<'f>(words: impl Iterator<Item = Word<'f>>) -> Option<Word<'f>> {
    words.take_while(|word| word.kind().is_space()).filter(|word| word.is(Kind::Newline)).nth(1)
}

/// The last line break before a brace, if there is another directly before it.
fn first_of_two(brace: Word<'_>) -> Option<Word<'_>> {
    let mut newlines =
        brace.before().take_while(|word| word.kind().is_space()).filter(|word| word.is(Kind::Newline));
    let last = newlines.next();
    newlines.next().and(last)
}
