//! Places in data files, and reasons why keys are not found there, for diagnostics.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bunraku_diag::{Source, Span, TextRange, nearest};
use bunraku_eval::Unwind;
use bunraku_formats::Position;
use bunraku_hiera::{Explanation, LookupError, Request, Step, StepResult, What};
use bunraku_ir::Body;
use bunraku_world::FileKind;

use crate::compiler::Compiler;

/// How many files a diagnostic names at most.
const MOST_FILES: usize = 6;

impl Compiler<'_> {
    /// The place in a data file, so that its source is shown: the line from the given column, or from its first
    /// character.
    pub(crate) fn data_place(&mut self, path: &Path, position: Position) -> Option<Span> {
        let bytes = self.files().read(path, FileKind::Data).ok()?;
        let text = String::from_utf8(bytes).ok()?;
        let source = Arc::new(Source::new(path.to_string_lossy(), text));
        let range = source.line_range(position.line);
        let line = range.of(source.text());
        let blanks = line.len() - line.trim_start_matches(' ').len();
        let column =
            line.char_indices().nth(position.column.saturating_sub(1) as usize).map_or(0, |(at, _)| at);
        let start = range.start + column.max(blanks) as u32;
        let end = range.start + line.trim_end().len() as u32;
        Some(self.span_in(&source, TextRange::new(start.min(end), end)))
    }

    /// Adds the line of the data or configuration file to a failed lookup, and the cause in plain words.
    pub(crate) fn with_data_place(&mut self, mut unwind: Box<Unwind>, error: &LookupError) -> Box<Unwind> {
        let Unwind::Failure(diagnostic) = unwind.as_mut() else { return unwind };
        diagnostic.help = error.help.clone();
        let (Some(file), Some(position)) = (&error.file, error.position) else { return unwind };
        let Some(place) = self.data_place(file, position) else { return unwind };
        let source = self.sources.get(place.file).cloned();
        let line = source.as_ref().map(|source| source.line(position.line)).unwrap_or_default();
        let cause =
            plain_cause(&error.message, line, source.as_ref().map_or("", |source| source.text()), position);
        diagnostic.message.clone_from(&error.message);
        diagnostic.labels.push(bunraku_diag::Label { span: place, text: String::new() });
        diagnostic.help = diagnostic.help.take().or(cause);
        unwind
    }

    /// The help for keys that are not in any data: a similar key, or the files that were searched.
    pub(crate) fn missing_key(&mut self, body: &Body, range: TextRange, request: &Request) -> Option<String> {
        let wanted = request.names.first()?.clone();
        let known = self.with_data(body, range, |hiera, scope, cache| {
            let keys = hiera.all_keys(scope, cache).unwrap_or_default();
            let explained = hiera.explain(scope, cache, request).1;
            Ok((keys, explained))
        });
        let Ok(Some((keys, explained))) = known else {
            return Some("no Hiera data: no `hiera.yaml` was found".to_owned());
        };
        let similar = nearest(&wanted, keys.iter().map(|key| key.key.as_str())).map(str::to_owned);
        let searched = searched(&explained);
        if let Some(path) = self.without_extension(&searched).filter(|_| similar.is_none()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            return Some(format!(
                "{} exists: paths in `hiera.yaml` include the extension, as in `{name}`",
                path.display()
            ));
        }
        Some(match similar {
            Some(similar) => format!("did you mean `{similar}`?"),
            None if searched.is_empty() => {
                "no data file was found: check `hiera.yaml` and its paths".to_owned()
            }
            None => format!("searched in {}", listed(&searched)),
        })
    }
}

impl Compiler<'_> {
    /// A file that a path of the hierarchy means, but for its extension.
    fn without_extension(&mut self, searched: &[(PathBuf, bool)]) -> Option<PathBuf> {
        let missing =
            searched.iter().take(MOST_FILES).filter(|(path, missing)| *missing && path.extension().is_none());
        let names: Vec<PathBuf> = missing.map(|(path, _)| path.with_extension("yaml")).collect();
        names.into_iter().find(|path| self.files().read(path, FileKind::Data).is_ok())
    }
}

/// The data files that a lookup searched, in order, and whether each exists.
fn searched(explained: &Explanation) -> Vec<(PathBuf, bool)> {
    fn collect<'s>(step: &'s Step, known: &mut HashSet<&'s Path>, files: &mut Vec<(PathBuf, bool)>) {
        if matches!(step.what, What::Options) {
            return;
        }
        if let What::Path { path, .. } = &step.what {
            let missing = matches!(step.outcome, Some(StepResult::NoFile));
            if known.insert(path) {
                files.push((path.clone(), missing));
            }
        }
        step.steps.iter().for_each(|step| collect(step, known, files));
    }
    let (mut known, mut files) = (HashSet::new(), Vec::new());
    explained.steps.iter().for_each(|step| collect(step, &mut known, &mut files));
    files
}

fn listed(files: &[(PathBuf, bool)]) -> String {
    let shown = files.iter().take(MOST_FILES).map(|(path, missing)| {
        let missing = if *missing { " (missing)" } else { "" };
        format!("{}{missing}", path.display())
    });
    let mut shown: Vec<String> = shown.collect();
    if let Some(more) = files.len().checked_sub(MOST_FILES).filter(|more| *more > 0) {
        shown.push(format!("and {more} more"));
    }
    shown.join(", ")
}

/// The usual cause of an error of the YAML reader, whose own message describes the state of the parser.
fn plain_cause(message: &str, line: &str, text: &str, position: Position) -> Option<String> {
    let before = position.line.checked_sub(2).and_then(|line| text.lines().nth(line as usize)).unwrap_or("");
    let value = line.split_once(": ").map(|(_, value)| value.trim());
    let starts = |signs: &[char]| value.is_some_and(|value| value.starts_with(signs));
    if message.contains("quoted scalar") && message.contains("end of stream") {
        return unclosed_quote(text)
            .map(|line| format!("the quote that opens in line {line} is never closed"));
    }
    // A scalar on the line before that should be a key and its value.
    let joined = before.split_whitespace().next().filter(|word| !word.starts_with(['#', '-', '"', '\'']));
    if message.contains("mapping values are not allowed")
        && !before.contains(": ")
        && let Some((key, value)) = joined.and_then(|word| word.rsplit_once(':'))
        && !key.is_empty()
        && !value.is_empty()
    {
        return Some(format!("put a space after the colon in the line before: `{key}: {value}`"));
    }
    let cause = if line.trim_start_matches(' ').starts_with('\t') || message.contains("tab") {
        "YAML cannot be indented with tabs: use spaces"
    } else if starts(&['%', '@', '`']) {
        "a value that starts with `%`, `@` or a backquote must be quoted"
    } else if starts(&['*', '&', '!']) && message.contains("did not find expected") {
        "a value that starts with `*`, `&` or `!` must be quoted"
    } else if value.is_some_and(|value| value.starts_with('\'') && value.matches('\'').count() > 2) {
        "write a single quote inside a single-quoted string twice (`''`), or use double quotes"
    } else if starts(&['"', '\'']) && message.contains("did not find expected") {
        "is there something after the closing quote, or is a quote missing?"
    } else if message.contains("mapping values are not allowed") {
        let indent = |line: &str| line.len() - line.trim_start().len();
        if value.is_some_and(|value| value.contains(": ")) {
            "a value that contains `: ` must be quoted"
        } else if indent(line) > indent(before) {
            "this line is indented more than the key before it, which already has a value"
        } else {
            "check the indentation, and quote values that contain `: `"
        }
    } else if message.contains("flow sequence") {
        "is the closing `]` or a comma missing?"
    } else if message.contains("flow mapping") {
        "is the closing `}` or a comma missing?"
    } else if message.contains("while scanning a simple key") {
        "write `key: value`, or indent the line if it belongs to the value before it"
    } else if starts(&['[', '{']) && message.contains("block mapping") {
        "a string that starts with `[` or `{` must be quoted"
    } else if message.contains("block mapping") || message.contains("block collection") {
        "keys of the same level must have the same indentation"
    } else {
        return None;
    };
    Some(cause.to_owned())
}

/// The first line, from 1 on, whose value opens a quote and does not close it.
fn unclosed_quote(text: &str) -> Option<usize> {
    let opens = |line: &str| {
        let value = line.split_once(": ").map_or(line, |(_, value)| value).trim_start_matches([' ', '-']);
        let quote = value.chars().next().filter(|sign| matches!(sign, '"' | '\''));
        quote.is_some_and(|quote| value.matches(quote).count() % 2 == 1)
    };
    text.lines().position(opens).map(|index| index + 1)
}
