//! Places in data files, and reasons why keys are not found there, for diagnostics.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bunraku_diag::{Diagnostic, Source, Span, TextRange, nearest};
use bunraku_eval::Unwind;
use bunraku_formats::{Position, yaml};
use bunraku_hiera::{ErrorKind, Explanation, LookupError, Request, Step, StepKind, StepResult};
use bunraku_ir::Body;
use bunraku_world::FileKind;

use crate::compiler::Compiler;

/// How many files a diagnostic names at most.
const MOST_FILES: usize = 6;

/// The label of the lookup that read a file which cannot be parsed.
const LOOKED_UP: &str = "looked up here";

/// Whether a failed lookup is reported in a file of data or configuration that cannot be parsed.
pub(crate) fn is_about_file(diagnostic: &Diagnostic) -> bool {
    diagnostic.labels.iter().any(|label| label.text == LOOKED_UP)
}

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

    /// The line of a part of a value in a data file, by its path, such as `web::vhosts.0.port`.
    pub(crate) fn line_in_data(&mut self, file: &Path, path: &str) -> Option<u32> {
        let bytes = self.files().read(file, FileKind::Data).ok()?;
        let document = yaml::read_with_positions(str::from_utf8(&bytes).ok()?).ok()?;
        document.paths.get(path).map(|position| position.line)
    }

    /// Adds the line of the data or configuration file to a failed lookup, and the cause in plain words.
    pub(crate) fn with_data_place(&mut self, mut unwind: Box<Unwind>, error: &LookupError) -> Box<Unwind> {
        let Unwind::Failure(diagnostic) = unwind.as_mut() else { return unwind };
        diagnostic.help = error.help.clone();
        let (Some(file), Some(position)) = (&error.file, error.position) else { return unwind };
        let Some(place) = self.data_place(file, position) else { return unwind };
        let source = self.sources.get(place.file).cloned();
        let text = source.as_ref().map_or("", |source| source.text());
        let cause = yaml::cause(&error.message, text, position);
        diagnostic.message.clone_from(&error.message);
        diagnostic.help = diagnostic.help.take().or(cause);
        // A file that cannot be parsed is wrong by itself; who reads it first is a coincidence.
        match &mut diagnostic.primary {
            Some(lookup) if error.is_unparsed => {
                lookup.text = LOOKED_UP.to_owned();
                diagnostic.move_to(place);
            }
            _ if error.kind == ErrorKind::ConfigVariable => diagnostic.move_to(place),
            _ => diagnostic.labels.push(bunraku_diag::Label { span: place, text: String::new() }),
        }
        unwind
    }

    /// The help for keys that are not in any data: a similar key, or the files that were searched. The similar key of a
    /// parameter is the one to change, so that its place is shown.
    pub(crate) fn missing_key(
        &mut self,
        body: &Body,
        range: TextRange,
        request: &Request,
        parameter: bool,
    ) -> Option<String> {
        let wanted = request.names.first()?.clone();
        let known = self.with_data(body, range, |hiera, scope, cache| {
            let keys = hiera.all_keys(scope, cache).unwrap_or_default();
            let explained = hiera.explain(scope, cache, request).1;
            Ok((keys, explained))
        });
        let Ok(Some((keys, explained))) = known else {
            return Some("no Hiera data: no `hiera.yaml` was found".to_owned());
        };
        if keys.iter().any(|key| key.key.as_str() == wanted && wanted.contains('.')) {
            return Some(format!(
                "a dot leads into a hash: quote a key that contains one, as in `\"'{wanted}'\"`"
            ));
        }
        // A class and its parameter, written as a hash with a key.
        if let Some((class, param)) = wanted.rsplit_once("::")
            && let Some(key) = keys.iter().find(|key| key.key.as_str() == class)
        {
            let place = format!("{}:{}", key.file.display(), key.position.line);
            return Some(format!(
                "`{class}` at {place} is a different key: write `{class}::{param}: ...` there"
            ));
        }
        let similar = nearest(&wanted, keys.iter().map(|key| key.key.as_str())).map(str::to_owned);
        if let Some(similar) = similar.as_deref().filter(|_| parameter)
            && let Some(key) = keys.iter().find(|key| key.key.as_str() == similar)
        {
            return Some(format!("{}:{} has `{similar}`", key.file.display(), key.position.line));
        }
        let searched = searched(&explained);
        if let Some(help) = self.other_data_folder(&searched) {
            return Some(help);
        }
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
            None if searched.iter().any(|(path, _)| path.to_string_lossy().contains("${")) => format!(
                "searched in {}; in `hiera.yaml`, write `%{{facts.os.family}}` for an interpolation",
                listed(&searched)
            ),
            None => format!("searched in {}", listed(&searched)),
        })
    }
}

impl Compiler<'_> {
    /// The help if data or their configuration are there, but are not read because of the name of a folder or file.
    fn other_data_folder(&mut self, searched: &[(PathBuf, bool)]) -> Option<String> {
        let folder = self.state().environment.as_ref()?.folder.clone()?;
        let files = self.files();
        if searched.is_empty() {
            let wrong = folder.join("hiera.yml");
            return files.is_file(&wrong).then(|| format!("rename {} to `hiera.yaml`", wrong.display()));
        }
        let data = folder.join("data");
        let used = searched.iter().all(|(path, missing)| *missing && path.starts_with(&data));
        if !used || files.is_folder(&data) {
            return None;
        }
        let names = ["hieradata", "hiera", "yaml"];
        let other = names.into_iter().find(|name| files.is_folder(&folder.join(name)))?;
        Some(format!(
            "the folder {} does not exist, but {other} does: write `datadir: {other}` in `hiera.yaml`",
            data.display()
        ))
    }

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
        if matches!(step.what, StepKind::Options) {
            return;
        }
        if let StepKind::Path { path, .. } = &step.what {
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
