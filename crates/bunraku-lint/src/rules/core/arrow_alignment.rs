//! Arrows that are not aligned.

use bunraku_diag::TextRange;

use crate::parts::Body;
use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "arrow_alignment",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: SameTree,
    reports: "The `=>` of an attribute is not aligned with the others in its block.",
    why: "Aligned arrows make attributes and values easy to find. They are placed one space after the longest \
     name; each pair of braces has its own column.",
    wrong: "\
file { '/etc/motd':
  ensure => file,
  mode  => '0644',
}
",
    right: "\
file { '/etc/motd':
  ensure => file,
  mode   => '0644',
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for body in file.bodies() {
        check_body(body, findings);
    }
}

/// The arrows between a pair of braces.
#[derive(Default)]
struct Level<'f> {
    /// In source order.
    arrows: Vec<Word<'f>>,
    /// The column in which the arrows should be.
    column: u32,
    /// The column of the first key.
    first_key: Option<u32>,
}

fn check_body<'f>(body: Body<'f>, findings: &mut Findings<'_, 'f>) {
    let mut arrows = body.words().filter(|word| word.is(Kind::Arrow));
    let (first, last) = (arrows.next(), body.words().rev().find(|word| word.is(Kind::Arrow)));
    if first.map(Word::line) == last.map(Word::line) {
        return;
    }
    let mut levels: Vec<Level<'f>> = vec![Level::default()];
    for word in body.words() {
        match word.kind() {
            Kind::Arrow => {
                let (Some(level), Some(key)) = (levels.last_mut(), word.previous_code()) else { continue };
                add(level, word, key);
            }
            Kind::LBrace => levels.push(Level::default()),
            Kind::RBrace | Kind::Semicolon => {
                let Some(level) = levels.pop() else { continue };
                finish(&level, findings);
            }
            _ => {}
        }
    }
}

fn add<'f>(level: &mut Level<'f>, arrow: Word<'f>, key: Word<'f>) {
    let start = key_start(key);
    let first_key = *level.first_key.get_or_insert(start.column());
    let column = if level.arrows.last().is_some_and(|other| other.line() == arrow.line()) {
        // It will begin a separate line.
        first_key + start.through(key).map(Word::width).sum::<u32>() + 1
    } else {
        key.column() + key.width() + 1
    };
    level.column = level.column.max(column);
    level.arrows.push(arrow);
}

/// The first word of a key: for a string with variables, the one with the quote.
fn key_start(key: Word<'_>) -> Word<'_> {
    if !key.is(Kind::StringEnd) {
        return key;
    }
    key.before().find(|word| word.is(Kind::StringStart)).unwrap_or(key)
}

fn finish(level: &Level<'_>, findings: &mut Findings<'_, '_>) {
    let Some(first) = level.arrows.first() else { return };
    if level.arrows.iter().all(|arrow| arrow.line() == first.line()) {
        return;
    }
    for arrow in &level.arrows {
        let column = arrow.column();
        if column == level.column {
            continue;
        }
        let message = format!("`=>` is in column {column} instead of {}", level.column);
        let edits = edits(*arrow, level);
        findings.report(*arrow, message).fix("align the arrow", edits);
    }
}

fn edits(arrow: Word<'_>, level: &Level<'_>) -> Vec<(TextRange, String)> {
    let Some(key) = arrow.previous_code() else { return Vec::new() };
    let before = level.arrows.partition_point(|other| other.index() < arrow.index());
    let previous = before.checked_sub(1).and_then(|previous| level.arrows.get(previous));
    if previous.is_some_and(|previous| previous.line() == arrow.line()) {
        // If several share a line, each gets a separate line; the next round aligns them.
        let before = key_start(key).previous().filter(|word| word.is(Kind::Blank));
        let indent = level.first_key.unwrap_or(1).saturating_sub(1) as usize;
        return before
            .map(|blank| (blank.range(), format!("\n{}", " ".repeat(indent))))
            .into_iter()
            .collect();
    }
    let end = key.column() + key.width();
    let between = TextRange::new(key.range().end, arrow.range().start);
    let adjacent = arrow.previous().is_some_and(|word| word == key || word.previous() == Some(key));
    if key.line() != arrow.line() || !adjacent || level.column <= end {
        return Vec::new();
    }
    vec![(between, " ".repeat((level.column - end) as usize))]
}
