//! The pages of the manual and their code blocks.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The root of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The README and all pages of the manual.
pub fn pages() -> Vec<PathBuf> {
    let mut pages = vec![repository().join("README.md")];
    collect(&repository().join("docs"), &mut pages);
    assert!(pages.len() > 20, "the pages are found");
    pages
}

fn collect(folder: &Path, pages: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, pages);
        } else if path.extension().is_some_and(|end| end == "md") {
            pages.push(path);
        }
    }
}

/// A code block.
pub struct Block<'t> {
    /// The info string of the fence.
    info: &'t str,
    pub text: &'t str,
    /// The byte range of `text` in the page.
    pub range: Range<usize>,
}

/// A command in a block.
pub struct Step<'t> {
    /// The command for the shell.
    pub command: String,
    /// The lines of the page it is on.
    pub text: &'t str,
}

impl<'t> Block<'t> {
    /// The first word of the info string.
    pub fn language(&self) -> &'t str {
        self.info.split(' ').next().unwrap_or_default()
    }

    /// Whether it is run, or compared with what was run before it.
    pub fn is_run(&self) -> bool {
        matches!(self.language(), "sh" | "console" | "output") && !self.has("norun")
    }

    /// The expected exit status of its last command.
    pub fn status(&self) -> i32 {
        let status = self.info.split(' ').find_map(|word| word.strip_prefix("status="));
        status.map_or(0, |status| status.parse().unwrap())
    }

    fn has(&self, flag: &str) -> bool {
        self.info.split(' ').any(|word| word == flag)
    }

    /// The commands of a block to run: all lines of a script, or each line with a `$` together with its continuation
    /// lines.
    pub fn steps(&self) -> Vec<Step<'t>> {
        if self.language() != "console" {
            return vec![Step { command: self.text.to_owned(), text: self.text }];
        }
        let mut steps = Vec::new();
        let (mut at, mut start) = (0, None);
        for line in self.text.split_inclusive('\n') {
            let begins = line.starts_with("$ ");
            assert!(begins || at > 0, "a block of `console` begins with a command: {line}");
            if begins {
                start = Some(at);
            }
            at += line.len();
            if let Some(from) = start
                && !line.trim_end().ends_with('\\')
            {
                let text = self.text.get(from..at).unwrap();
                let command = text.strip_prefix("$ ").unwrap().replace("\n> ", "\n");
                steps.push(Step { command, text });
                start = None;
            }
        }
        steps
    }
}

/// The code blocks of a page.
pub fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, usize)> = None;
    let mut at = 0;
    for line in page.split_inclusive('\n') {
        let end = at + line.len();
        match (line.trim_end().strip_prefix("```"), open) {
            (Some(""), Some((info, start))) => {
                blocks.push(Block { info, text: page.get(start..at).unwrap(), range: start..at });
                open = None;
            }
            (Some(info), None) => open = Some((info, end)),
            _ => {}
        }
        at = end;
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}
