//! Lines whose indentation does not match their depth.

use bunraku_diag::Severity;
use bunraku_diag::TextRange;

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word, Words};

rule! {
    name: "strict_indent",
    severity: Warning,
    enabled: true,
    set: Vox,
    repair: SameTree,
    reports: "A line is not indented by two spaces for each bracket, brace, parenthesis and title that is open before it.",
    why: "The indentation shows what belongs together.",
    wrong: "\
class ntp {
    include ntp::service
}
",
    right: "\
class ntp {
  include ntp::service
}
",
    options: "The number of spaces per level can be configured.",
}

const OPENING: &[Kind] = &[Kind::LBrace, Kind::LBrack, Kind::LParen];
const CLOSING: &[Kind] = &[Kind::RBrace, Kind::RBrack, Kind::RParen];

fn check(findings: &mut Findings<'_, '_>) {
    let words = findings.words();
    let partners = partners(words);
    let mut depth = Depth { levels: 0, title: None };
    for newline in words.of_kind(Kind::Newline) {
        let Some(first) = newline.next() else { continue };
        let extra = depth.after(newline, &partners) + depth.before(first, &partners);
        if depth.levels < 0 {
            findings.report_as(Severity::Error, first, "unmatched closing bracket");
            break;
        }
        let expected = (depth.levels + extra).max(0) as u32 * findings.file.settings.chars_per_indent;
        let actual = indentation(first);
        if actual == expected && depth.levels + extra >= 0 || first.is_any(&[Kind::Comment, Kind::Newline]) {
            continue;
        }
        let message = format!("indented by {actual} spaces instead of {expected}");
        let edits = edits(first, actual, expected);
        findings.report(first, message).fix("indent it", edits);
    }
}

/// The depth of lines.
struct Depth {
    levels: i32,
    /// The line of a title whose attributes follow on the next lines.
    title: Option<u32>,
}

impl Depth {
    /// Counts what the line before a line break opens. Returns what only counts for the next line.
    fn after(&mut self, newline: Word<'_>, partners: &Partners) -> i32 {
        let mut extra = 0;
        let mut opened = 0;
        let mut closing_lines = Vec::new();
        for word in newline.before().take_while(|word| !word.is(Kind::Newline)) {
            extra += i32::from(word.is(Kind::HeredocTag));
            if !word.is_any(OPENING) {
                continue;
            }
            // Brackets that close together count once.
            match partners.line(word) {
                None => opened += 1,
                Some(line) if line > word.line() && !closing_lines.contains(&line) => {
                    opened += 1;
                    closing_lines.push(line);
                }
                Some(_) => {}
            }
        }
        self.levels += opened;
        let last = newline.before().find(|word| !word.is_any(&[Kind::Blank, Kind::Comment]));
        match last.map(|last| (last.kind(), last.line())) {
            Some((Kind::Colon, line)) if opened == 0 && self.title.is_none() => {
                self.title = Some(line);
                self.levels += 1;
            }
            Some((Kind::Semicolon, _)) if self.title.take().is_some() => self.levels -= 1,
            Some((Kind::Equals | Kind::Arrow, _)) => extra += 1,
            _ => {}
        }
        extra
    }

    /// Counts what a line closes. Returns what only counts for this line.
    fn before(&mut self, first: Word<'_>, partners: &Partners) -> i32 {
        let mut extra = 0;
        let mut opening_lines = Vec::new();
        let line = std::iter::successors(Some(first), |word| word.next());
        for word in line.take_while(|word| !word.is(Kind::Newline)) {
            if word.is_any(CLOSING) {
                let Some(opened) = partners.line(word) else { continue };
                if opened < word.line() && !opening_lines.contains(&opened) {
                    self.levels -= 1;
                    opening_lines.push(opened);
                }
                if word.is(Kind::RBrace) && self.title.is_some_and(|title| opened < title) {
                    self.levels -= 1;
                    self.title = None;
                }
            } else if word.is(Kind::Semicolon) && self.title.is_some() {
                let begins =
                    word.previous().is_some_and(|before| before.is_any(&[Kind::Indent, Kind::Newline]));
                let ends = word.next().is_none_or(|next| next.is(Kind::Newline));
                extra -= i32::from(begins && ends);
            }
        }
        extra
    }
}

/// The lines of matching brackets.
struct Partners(Vec<Option<u32>>);

impl Partners {
    fn line(&self, word: Word<'_>) -> Option<u32> {
        self.0.get(word.index() as usize).copied().flatten()
    }
}

fn partners<'f>(words: &'f Words<'f>) -> Partners {
    let mut lines: Vec<Option<u32>> = vec![None; words.iter().count()];
    let mut open: [Vec<Word<'f>>; 3] = Default::default();
    for word in words.iter() {
        let at = |kinds: &[Kind]| kinds.iter().position(|kind| word.is(*kind));
        if let Some(stack) = at(OPENING).and_then(|at| open.get_mut(at)) {
            stack.push(word);
        } else if let Some(other) = at(CLOSING).and_then(|at| open.get_mut(at)).and_then(Vec::pop) {
            for (one, partner) in [(word, other), (other, word)] {
                if let Some(line) = lines.get_mut(one.index() as usize) {
                    *line = Some(partner.line());
                }
            }
        }
    }
    Partners(lines)
}

/// The indentation of a line. The text of a heredoc is as deep as the tag that ends it.
fn indentation(first: Word<'_>) -> u32 {
    let text = match first.kind() {
        Kind::Indent => return first.width(),
        Kind::Heredoc => first,
        Kind::HeredocStart => {
            let rest = first.after().take_while(|word| !word.is(Kind::Newline));
            let Some(end) = rest.clone().find(|word| word.is(Kind::HeredocEnd)) else { return 0 };
            return last_line(end.value());
        }
        _ => return 0,
    };
    if text.value().ends_with('\n') { 0 } else { last_line(text.value()) }
}

fn last_line(text: &str) -> u32 {
    text.trim_end_matches('\n').rsplit('\n').next().unwrap_or("").chars().count() as u32
}

fn edits(first: Word<'_>, actual: u32, expected: u32) -> Vec<(TextRange, String)> {
    let blanks = " ".repeat(expected as usize);
    match first.kind() {
        Kind::Heredoc | Kind::HeredocStart => moved(first, actual, expected).unwrap_or_default(),
        Kind::Indent => vec![(first.range(), blanks)],
        _ => vec![(TextRange::at(first.range().start), blanks)],
    }
}

/// The lines of a heredoc, all moved by the same number of spaces; `None` if one of them has too few.
fn moved(first: Word<'_>, actual: u32, expected: u32) -> Option<Vec<(TextRange, String)>> {
    let mut edits = Vec::new();
    let pieces = std::iter::successors(Some(first), |word| word.next());
    for piece in pieces.take_while(|word| !word.is(Kind::Newline)) {
        if !piece.is_any(&[Kind::Heredoc, Kind::HeredocStart, Kind::HeredocMiddle, Kind::HeredocEnd]) {
            continue;
        }
        let start = piece.range().start;
        let mut at = start;
        for line in piece.text().split_inclusive('\n') {
            let begins = at > start || piece == first;
            let is_empty = line.trim_end_matches(['\n', '\r']).is_empty();
            if begins && !is_empty && expected > actual {
                edits.push((TextRange::at(at), " ".repeat((expected - actual) as usize)));
            } else if begins && !is_empty {
                let less = actual - expected;
                let blanks = line.bytes().take_while(|byte| *byte == b' ').count() as u32;
                edits.push((TextRange::new(at, at + less), String::new()));
                if blanks < less {
                    return None;
                }
            }
            at += line.len() as u32;
        }
    }
    Some(edits)
}
