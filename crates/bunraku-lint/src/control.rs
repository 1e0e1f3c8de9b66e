//! Control comments: `# lint:ignore:NAME reason` and `# lint:endignore`.

use std::collections::HashMap;

use crate::word::{Kind, Words};

/// What the control comments of a file suppress.
#[derive(Debug, Default)]
pub struct Controls {
    /// By the name of the rule, in source order; ranges are not nested.
    ignored: HashMap<String, Vec<Ignored>>,
    /// Control comments that do not match, by line.
    pub mistakes: Vec<(u32, String)>,
}

#[derive(Debug)]
struct Ignored {
    first: u32,
    last: u32,
    reason: String,
}

impl Controls {
    /// Parses the control comments of a file.
    pub(crate) fn read<'f>(words: &'f Words<'f>) -> Controls {
        let mut controls = Controls::default();
        // Most files have none.
        if !words.text.contains("lint:") {
            return controls;
        }
        let mut open: Vec<Vec<(&str, Ignored)>> = Vec::new();
        for comment in words.iter().filter(|word| word.kind().is_comment()) {
            let value = comment.value().trim_end_matches("*/").trim();
            if !begins_control(value) {
                continue;
            }
            let is_control =
                |word: &&str| word.starts_with("lint:ignore") || word.starts_with("lint:endignore");
            let commands: Vec<&str> = value.split_whitespace().take_while(is_control).collect();
            let reason: Vec<&str> = value.split_whitespace().skip(commands.len()).collect();
            let reason = reason.join(" ");
            let line = comment.line();
            let own_line =
                comment.previous().is_none_or(|before| before.is_any(&[Kind::Newline, Kind::Indent]));
            let mut opened = Vec::new();
            for command in commands {
                let mut parts = command.split(':').skip(1);
                match (parts.next(), parts.next()) {
                    (Some("ignore"), Some(rule)) if !rule.is_empty() => {
                        let ignored = Ignored { first: line, last: line, reason: reason.clone() };
                        if own_line { opened.push((rule, ignored)) } else { controls.ignore(rule, ignored) }
                    }
                    (Some("endignore"), _) => match open.pop() {
                        Some(block) => block.into_iter().for_each(|(rule, ignored)| {
                            controls.ignore(rule, Ignored { last: line, ..ignored })
                        }),
                        None => controls.mistakes.push((
                            line,
                            "`lint:endignore` without a `lint:ignore:NAME` above it".to_owned(),
                        )),
                    },
                    _ => {}
                }
            }
            if !opened.is_empty() {
                open.push(opened);
            }
        }
        for (rule, ignored) in open.iter().filter_map(|block| block.first()) {
            let message = format!("`lint:ignore:{rule}` without a `lint:endignore` below it");
            controls.mistakes.push((ignored.first, message));
        }
        controls
    }

    /// Why a finding of a rule on a line is suppressed, if it is; the reason may be empty.
    pub fn reason(&self, rule: &str, line: u32) -> Option<&str> {
        let ignored = self.ignored.get(rule)?;
        let begun = ignored.partition_point(|ignored| ignored.first <= line);
        let last = ignored.get(begun.checked_sub(1)?)?;
        (line <= last.last).then_some(last.reason.as_str())
    }

    /// Adds a range of lines that ends after those before it. The last one to end counts, so nested ranges are dropped.
    fn ignore(&mut self, rule: &str, ignored: Ignored) {
        let all = self.ignored.entry(rule.to_owned()).or_default();
        while all.last().is_some_and(|last| last.first >= ignored.first) {
            all.pop();
        }
        all.push(ignored);
    }
}

/// Whether a comment is a control comment: the name of the rule must not be empty.
pub(crate) fn begins_control(value: &str) -> bool {
    value.strip_prefix("lint:").is_some_and(|rest| {
        let named = |rest: &str| rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        rest.starts_with("endignore") || rest.strip_prefix("ignore:").is_some_and(named)
    })
}
