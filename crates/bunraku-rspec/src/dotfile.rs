//! The file `.rspec` of a module: options that RSpec adds to those of its command line.

use std::path::Path;

use bunraku::world::{FileKind, World};

use crate::{Options, Tag};

/// The files with options, in the order in which RSpec reads them.
const FILES: [&str; 2] = [".rspec", ".rspec-local"];

/// What the options of a module say, as far as it changes which examples run and what is loaded before them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct DotFile {
    /// What is required before the specs.
    pub(crate) requires: Vec<String>,
    tags: Vec<Tag>,
    without: Vec<Tag>,
    fail_fast: bool,
}

impl DotFile {
    pub(crate) fn read(world: &dyn World, root: &Path) -> DotFile {
        let mut found = DotFile::default();
        for file in FILES {
            if let Ok(bytes) = world.read(&root.join(file), FileKind::Configuration) {
                found.add(&String::from_utf8_lossy(&bytes));
            }
        }
        found
    }

    /// Adds the options to those of the command line.
    pub(crate) fn add_to(&self, options: &mut Options) {
        options.tags.extend(self.tags.iter().cloned());
        options.without.extend(self.without.iter().cloned());
        options.fail_fast |= self.fail_fast;
    }

    fn add(&mut self, text: &str) {
        let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
        let mut words = lines.flat_map(str::split_whitespace).map(unquoted).peekable();
        while let Some(word) = words.next() {
            let (name, attached) = match word.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name, Some(value)),
                _ if word.starts_with("--") => (word, None),
                // The value of a short option may follow it directly.
                _ => match word.char_indices().nth(2) {
                    Some((at, _)) if word.starts_with('-') => {
                        let (name, value) = word.split_at(at);
                        (name, Some(value))
                    }
                    _ => (word, None),
                },
            };
            match name {
                "--fail-fast" => self.fail_fast = true,
                "--no-fail-fast" => self.fail_fast = false,
                "--require" | "-r" | "--tag" | "-t" => {
                    let Some(value) = attached.or_else(|| words.next()) else { return };
                    match name {
                        "--require" | "-r" => self.requires.push(value.to_owned()),
                        _ => match value.strip_prefix('~') {
                            Some(value) => self.without.push(tag(value)),
                            None => self.tags.push(tag(value)),
                        },
                    }
                }
                _ => {}
            }
        }
    }
}

fn unquoted(word: &str) -> &str {
    let inner = |quote: char| word.strip_prefix(quote)?.strip_suffix(quote);
    inner('"').or_else(|| inner('\'')).unwrap_or(word)
}

fn tag(text: &str) -> Tag {
    match text.split_once(':') {
        Some((name, value)) => Tag { name: name.to_owned(), value: Some(value.to_owned()) },
        None => Tag { name: text.to_owned(), value: None },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_as_rspec_reads_them() {
        let mut found = DotFile::default();
        found.add("--color --format documentation\n# --require not\n-r './one' --require=two -rthree\n");
        found.add("--tag ~slow -t kind:big --fail-fast --require\n");
        let named =
            |name: &str, value: Option<&str>| Tag { name: name.to_owned(), value: value.map(str::to_owned) };
        assert_eq!(
            found,
            DotFile {
                requires: vec!["./one".to_owned(), "two".to_owned(), "three".to_owned()],
                tags: vec![named("kind", Some("big"))],
                without: vec![named("slow", None)],
                fail_fast: true,
            }
        );
    }
}
