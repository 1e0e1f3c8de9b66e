//! Control comments: `# lint:ignore:NAME reason` and `# lint:endignore`.

use crate::word::{Kind, Words};

/// What the comments of a file say is to be passed over.
#[derive(Debug, Default)]
pub struct Controls {
    ignored: Vec<Ignored>,
    /// Comments that do not fit together, by their line.
    pub mistakes: Vec<(u32, String)>,
}

#[derive(Debug)]
struct Ignored {
    rule: String,
    first: u32,
    last: u32,
    reason: String,
}

impl Controls {
    /// Reads the comments of a file.
    pub(crate) fn read<'f>(words: &'f Words<'f>) -> Controls {
        let mut controls = Controls::default();
        // Most files have none.
        if !words.text.contains("lint:") {
            return controls;
        }
        let mut open: Vec<Vec<Ignored>> = Vec::new();
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
                        let ignored = Ignored {
                            rule: rule.to_owned(),
                            first: line,
                            last: line,
                            reason: reason.clone(),
                        };
                        if own_line { opened.push(ignored) } else { controls.ignored.push(ignored) }
                    }
                    (Some("endignore"), _) => match open.pop() {
                        Some(block) => controls
                            .ignored
                            .extend(block.into_iter().map(|ignored| Ignored { last: line, ..ignored })),
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
        for ignored in open.iter().filter_map(|block| block.first()) {
            let message = format!("`lint:ignore:{}` without a `lint:endignore` below it", ignored.rule);
            controls.mistakes.push((ignored.first, message));
        }
        controls
    }

    /// Why a finding of a rule on a line is to be passed over, if it is; the reason may be empty.
    pub fn reason(&self, rule: &str, line: u32) -> Option<&str> {
        let about =
            |ignored: &&Ignored| ignored.rule == rule && ignored.first <= line && line <= ignored.last;
        self.ignored.iter().rev().find(about).map(|ignored| ignored.reason.as_str())
    }
}

/// Whether a comment is a control comment: an ignored name has at least one letter.
fn begins_control(value: &str) -> bool {
    value.strip_prefix("lint:").is_some_and(|rest| {
        let named = |rest: &str| rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        rest.starts_with("endignore") || rest.strip_prefix("ignore:").is_some_and(named)
    })
}
