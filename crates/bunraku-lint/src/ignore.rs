//! Adds comments that suppress existing findings, so that only new code has to follow the rules.

use std::collections::{BTreeMap, BTreeSet};

use bunraku_diag::Source;
use bunraku_infer::Project;

use crate::RuleSettings;
use crate::control::begins_control;
use crate::file::{File, Read};
use crate::lint::{FileFormat, SYNTAX, lint};
use crate::word::{Kind, Words};

/// A manifest with control comments for everything that the rules find in it; `None` if it cannot be parsed.
///
/// A comment at the end of a line suppresses the findings on it. A line that is empty, already ends with a comment, or ends
/// within a string, gets a comment above and one below the construct that it belongs to. What is found on a line with a
/// control comment is added to that comment.
pub fn add_ignores(
    source: &Source,
    path: &str,
    settings: &RuleSettings,
    project: Option<&Project>,
) -> Option<String> {
    let mut text = source.text().to_owned();
    // Comments can trigger other rules; a few rounds suffice for all of them.
    for _ in 0..MOST_ROUNDS {
        let source = Source::new(source.name(), text.as_str());
        let report = lint(&source, path, FileFormat::Manifest, settings, project);
        let mut lines: BTreeMap<u32, BTreeSet<&'static str>> = BTreeMap::new();
        for finding in report.findings.iter().filter(|finding| finding.ignored.is_none()) {
            if finding.diagnostic.code == SYNTAX {
                return None;
            }
            let start = finding.diagnostic.primary.as_ref()?.span.range.start;
            lines.entry(source.line_at(start)).or_default().insert(finding.diagnostic.code.name());
        }
        if lines.is_empty() {
            break;
        }
        text = commented(&text, &lines, settings);
    }
    Some(text)
}

const MOST_ROUNDS: usize = 6;

/// The rules about long lines, with the number of characters that they allow.
const WIDTHS: [(&str, usize); 2] = [("80chars", 80), ("140chars", 140)];

fn commented(text: &str, lines: &BTreeMap<u32, BTreeSet<&'static str>>, settings: &RuleSettings) -> String {
    let widths: Vec<(&'static str, usize)> =
        WIDTHS.into_iter().filter(|(name, _)| settings.rules().any(|rule| rule.name() == *name)).collect();
    let read = Read::manifest(text);
    let words = File::cut(&read, text);
    let ends = LineEnds::of(&words);
    let mut at_end: BTreeMap<u32, &BTreeSet<&'static str>> = BTreeMap::new();
    let mut blocks: BTreeMap<(u32, u32), BTreeSet<&'static str>> = BTreeMap::new();
    let controls = controls(&words, text);
    let mut more: BTreeMap<u32, BTreeSet<&'static str>> = BTreeMap::new();
    for (line, rules) in lines {
        if let Some(control) = controls.get(line) {
            more.entry(*control).or_default().extend(rules);
        } else if ends.plain.contains(line) {
            at_end.insert(*line, rules);
        } else {
            blocks.entry(ends.around(*line)).or_default().extend(rules);
        }
    }
    let (mut starts, mut closed): (BTreeMap<u32, Vec<_>>, BTreeMap<u32, Vec<u32>>) = Default::default();
    for ((first, last), rules) in &blocks {
        starts.entry(*first).or_default().push(rules);
        closed.entry(*last).or_default().push(*first);
    }
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    // The comment must not be indented in a way that other rules report.
    let indent = |number: u32| -> String {
        let mut below = lines.iter().skip(number as usize - 1);
        let line = below.find(|line| !line.trim().is_empty()).copied().unwrap_or("");
        let blanks = line.chars().take_while(|c| matches!(c, ' ' | '\t'));
        let width: usize = blanks.map(|c| if c == '\t' { 2 } else { 1 }).sum();
        " ".repeat(width / 2 * 2)
    };
    let mut result = String::with_capacity(text.len() * 2);
    for (line, number) in lines.iter().zip(1..) {
        let (body, end) = line.split_at(line.trim_end_matches(['\n', '\r']).len());
        let newline = if end.is_empty() { "\n" } else { end };
        for rules in starts.get(&number).into_iter().flatten() {
            result.push_str(&format!("{}{}{newline}", indent(number), control(rules)));
        }
        match more.get(&number) {
            Some(rules) => {
                // In front of the last name: a reason may follow it.
                let (before, last) = body.split_at(body.rfind("lint:ignore:").unwrap_or(body.len()));
                result.push_str(before);
                result.push_str(control(rules).trim_start_matches("# "));
                result.push(' ');
                result.push_str(last);
            }
            None => result.push_str(body),
        }
        if let Some(rules) = at_end.get(&number) {
            let blank = if body.ends_with(' ') { "" } else { " " };
            result.push_str(&format!("{blank}{}", control_after(body, rules, &widths)));
        }
        result.push_str(end);
        for first in closed.get(&number).into_iter().flatten() {
            // The last line may be part of a heredoc, whose margin has no meaning outside it.
            let before = if end.is_empty() { newline } else { "" };
            result.push_str(&format!("{before}{}# lint:endignore{newline}", indent(*first)));
        }
    }
    result
}

/// The comment for the end of a line, which may make the line too long.
fn control_after(body: &str, rules: &BTreeSet<&'static str>, widths: &[(&'static str, usize)]) -> String {
    let mut all = rules.clone();
    for (name, most) in widths {
        if body.chars().count() + 1 + control(&all).len() > *most {
            all.insert(name);
        }
    }
    control(&all)
}

fn control(rules: &BTreeSet<&'static str>) -> String {
    let names: Vec<String> = rules.iter().map(|rule| format!("lint:ignore:{rule}")).collect();
    format!("# {}", names.join(" "))
}

/// The lines with control comments, each with the line of the comment that says what is suppressed there: for the end of a
/// block that is its beginning.
fn controls(words: &Words<'_>, text: &str) -> BTreeMap<u32, u32> {
    let mut controls = BTreeMap::new();
    let mut open: Vec<u32> = Vec::new();
    for word in words.iter().filter(|word| word.kind() == Kind::Comment) {
        let before = text.get(..word.range().start as usize).unwrap_or("");
        let is_alone = before.rsplit('\n').next().is_none_or(|before| before.trim().is_empty());
        let comment = word.value().trim();
        if !begins_control(comment) {
            continue;
        }
        let line = word.line();
        if comment.starts_with("lint:endignore") {
            controls.extend(open.pop().map(|start| (line, start)));
        } else {
            controls.insert(line, line);
            open.extend(is_alone.then_some(line));
        }
    }
    controls
}

/// Which lines can be followed by a comment.
struct LineEnds {
    plain: BTreeSet<u32>,
    /// The first and last lines of words that span several.
    long: Vec<(u32, u32)>,
}

impl LineEnds {
    fn of<'f>(words: &'f Words<'f>) -> LineEnds {
        let mut ends = LineEnds { plain: BTreeSet::new(), long: Vec::new() };
        let mut last_tag = None;
        for word in words.iter() {
            let newlines = word.text().matches('\n').count() as u32;
            let last = word.line() + newlines;
            match word.kind() {
                Kind::Newline => {
                    let before = std::iter::successors(word.previous(), |word| word.previous())
                        .take_while(|before| !matches!(before.kind(), Kind::Newline))
                        .find(|before| !before.kind().is_space());
                    // A comment that is alone on its line begins a block.
                    let is_plain =
                        before.is_some_and(|before| !before.kind().is_comment() && !is_text(before.kind()));
                    if is_plain {
                        ends.plain.insert(word.line());
                    }
                }
                Kind::HeredocTag => last_tag = Some(word.line()),
                kind if newlines > 0 => {
                    let first = if is_text(kind) { last_tag.unwrap_or(word.line()) } else { word.line() };
                    ends.long.push((first, last));
                }
                _ => {}
            }
        }
        let end = words.iter().next_back();
        if let Some(end) = end.filter(|end| !end.kind().is_formatting() && !is_text(end.kind())) {
            ends.plain.insert(end.line() + end.text().matches('\n').count() as u32);
        }
        ends
    }

    /// The lines that a block around a line must include.
    fn around(&self, line: u32) -> (u32, u32) {
        let mut block = (line, line);
        // A long word may begin on a line where another long word ends.
        loop {
            let overlaps = |(first, last): &&(u32, u32)| *first <= block.1 && block.0 <= *last;
            let wider = self
                .long
                .iter()
                .filter(overlaps)
                .fold(block, |block, long| (block.0.min(long.0), block.1.max(long.1)));
            if wider == block {
                return block;
            }
            block = wider;
        }
    }
}

fn is_text(kind: Kind) -> bool {
    matches!(kind, Kind::Heredoc | Kind::HeredocStart | Kind::HeredocMiddle | Kind::HeredocEnd)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Preset;

    fn left(text: &str, settings: &RuleSettings) -> (String, Vec<&'static str>) {
        let path = "/modules/a/manifests/init.pp";
        let text = add_ignores(&Source::new("a.pp", text), path, settings, None).unwrap();
        let report = lint(&Source::new("a.pp", text.as_str()), path, FileFormat::Manifest, settings, None);
        let open = report.findings.iter().filter(|finding| finding.ignored.is_none());
        (text, open.map(|finding| finding.diagnostic.code.name()).collect())
    }

    #[test]
    fn comments_cause_no_findings_of_their_own() {
        let code = "class a {\n\tfile { \"/etc/a\": ensure=>present,mode=>0644 }\n}\n";
        let long =
            format!("class a {{ # a comment\n   $a = \"{}\" # {}\n}}\n", "x".repeat(100), "y".repeat(60));
        let text = "class a {\n\t$a = \"b\n \tc\" # d\n}\n";
        for preset in [Preset::Core, Preset::All] {
            let settings = RuleSettings::new(preset);
            for text in [code, long.as_str(), text] {
                let (after, open) = left(text, &settings);
                assert!(open.is_empty(), "{open:?} in\n{after}");
            }
        }
    }

    #[test]
    fn empty_lines_and_lines_with_control_comments_are_suppressed_too() {
        let code = "class a {\n\n    file { 'a':\n        ensure => [\n            'x',\n\n\n        ], # why\n    }\n   \n}\n";
        for preset in [Preset::Core, Preset::Vox, Preset::All] {
            let (after, open) = left(code, &RuleSettings::new(preset));
            assert!(open.is_empty(), "{open:?} in\n{after}");
        }
        let settings = RuleSettings::new(Preset::Core);
        let code = "# A\nclass a {\n  $a = \"b\" # lint:ignore:140chars reason\n}\n";
        let (after, _) = left(code, &settings);
        assert!(
            after.contains("\"b\" # lint:ignore:double_quoted_strings lint:ignore:140chars reason\n"),
            "{after}"
        );
    }

    #[test]
    fn one_comment_is_enough_for_a_line_that_it_makes_too_long() {
        let code = "class a {\n\tfile { \"/etc/a\": ensure=>present,mode=>0644 }\n}\n";
        let (after, _) = left(code, &RuleSettings::new(Preset::Core));
        assert_eq!(after.lines().count(), 3, "{after}");
        assert!(after.contains("lint:ignore:140chars"), "{after}");
    }
}
