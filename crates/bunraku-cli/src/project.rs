//! The project a command works in: the `bunraku.toml` nearest to its input, and the settings in it.

mod fill;

pub use fill::rules;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bunraku::diag::{Diagnostic, Source, Sources, codes};
use bunraku::world::World;
use bunraku_config::{Config, FILE_NAME};
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::args::{Args, Color, Command, LogFormat};
use crate::commands::Status;
use crate::files::{self, Content, Input, InputFiles, MACHINE};
use crate::report::Reporter;

/// The settings of a project; the defaults if there is no file.
#[derive(Default)]
pub struct Project {
    file: Option<File>,
    include: Option<Gitignore>,
    exclude: Option<Gitignore>,
}

/// The file of a project.
struct File {
    /// The file, with its name as messages show it.
    source: Arc<Source>,
    /// The absolute path of its folder, which paths in it are relative to.
    folder: PathBuf,
    config: Config,
}

/// The problems in the file of a project.
pub struct Wrong {
    diagnostics: Vec<Diagnostic>,
    sources: Sources,
}

impl Wrong {
    /// Reports the problems and returns the status of a command that cannot run.
    pub fn report(self, color: Color) -> Status {
        let mut reporter = Reporter::new(LogFormat::Text, color);
        for diagnostic in self.diagnostics {
            reporter.report(diagnostic, &self.sources);
        }
        Status::WrongUse
    }
}

impl Project {
    /// Finds the project of a command's input.
    pub fn of(args: &Args) -> Result<Project, Wrong> {
        match start(&args.command).filter(|_| !args.isolated) {
            Some(start) => match above(&start) {
                Some(path) => Project::open(&path),
                None => Ok(Project::default()),
            },
            None => Ok(Project::default()),
        }
    }

    pub fn config(&self) -> &Config {
        static NOTHING: std::sync::LazyLock<Config> = std::sync::LazyLock::new(Config::default);
        self.file.as_ref().map_or(&NOTHING, |file| &file.config)
    }

    /// The name of the file, if there is one.
    pub fn name(&self) -> Option<&str> {
        self.file.as_ref().map(|file| file.source.name())
    }

    /// The line of the file that sets a key.
    pub fn line(&self, key: &str) -> Option<u32> {
        self.file.as_ref().and_then(|file| file.config.line(key, &file.source))
    }

    /// A path in the file, resolved against its folder.
    pub fn path(&self, key: &str) -> Option<PathBuf> {
        let file = self.file.as_ref()?;
        Some(clean(&file.folder, file.config.text(key)?))
    }

    /// The paths of a list in the file, resolved against its folder.
    pub fn paths(&self, key: &str) -> Vec<PathBuf> {
        let Some(file) = &self.file else { return Vec::new() };
        file.config.list(key).iter().map(|path| clean(&file.folder, path)).collect()
    }

    /// Removes the files that the project excludes. Files named by the user stay.
    pub fn keep(&self, found: InputFiles, named: &[PathBuf]) -> InputFiles {
        if self.include.is_none() && self.exclude.is_none() {
            return found;
        }
        let is_named = |path: &Path| named.iter().any(|named| files::is_same(named, path));
        let keeps = |input: &Input| input.path().is_none_or(|path| is_named(path) || self.includes(path));
        InputFiles { inputs: found.inputs.into_iter().filter(keeps).collect(), left_out: found.left_out }
    }

    fn includes(&self, path: &Path) -> bool {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let matches = |patterns: &Option<Gitignore>| {
            let patterns = patterns.as_ref()?;
            // A file outside the project is not subject to its patterns.
            let inside = path.starts_with(patterns.path());
            inside.then(|| patterns.matched_path_or_any_parents(&path, false).is_ignore())
        };
        matches(&self.include) != Some(false) && matches(&self.exclude) != Some(true)
    }

    fn open(path: &Path) -> Result<Project, Wrong> {
        let source = match files::own(path).read() {
            Content::Text(source) => Arc::new(source),
            Content::Broken(source, reason) => return Err(wrong(Arc::new(source), vec![reason])),
        };
        let config = match Config::read(&source) {
            Ok(config) => config,
            Err(diagnostics) => return Err(wrong(source, diagnostics)),
        };
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let folder = absolute.parent().map_or_else(PathBuf::new, Path::to_owned);
        let include = patterns(&folder, &config, "paths.include", &source)?;
        let exclude = patterns(&folder, &config, "paths.exclude", &source)?;
        Ok(Project { file: Some(File { source, folder, config }), include, exclude })
    }
}

/// Compiles patterns in the syntax of `.gitignore`; `None` if none are set.
fn patterns(
    folder: &Path,
    config: &Config,
    key: &str,
    source: &Arc<Source>,
) -> Result<Option<Gitignore>, Wrong> {
    let Some(entry) = config.entry(key).filter(|_| !config.list(key).is_empty()) else { return Ok(None) };
    let mut builder = GitignoreBuilder::new(folder);
    for pattern in config.list(key) {
        if let Err(error) = builder.add_line(None, pattern) {
            let message = format!("`{key}` expects a pattern as in `.gitignore`, got '{pattern}'");
            let diagnostic = Diagnostic::error(codes::INVALID_SETTING, message);
            let diagnostic = diagnostic.at(source.span(entry.range), error.to_string());
            return Err(wrong(Arc::clone(source), vec![diagnostic]));
        }
    }
    Ok(builder.build().ok())
}

fn wrong(source: Arc<Source>, diagnostics: Vec<Diagnostic>) -> Wrong {
    let mut sources = Sources::new();
    sources.add(source);
    Wrong { diagnostics, sources }
}

/// Where the search for the file starts; `None` for commands that do not use it.
fn start(command: &Command) -> Option<PathBuf> {
    let first = |paths: &[PathBuf]| {
        let path = paths.first().filter(|path| path.as_os_str() != "-");
        path.cloned().unwrap_or_else(|| PathBuf::from("."))
    };
    Some(match command {
        Command::Validate(args) => first(&args.paths),
        Command::Fmt(args) => first(&args.paths),
        Command::Lint(args) => first(&args.paths),
        Command::Check(args) => first(&args.paths),
        Command::Config(args) => args.path.clone(),
        Command::Compile(args) => {
            let given = args.site.environment.iter().chain(&args.path);
            first(&given.filter(|path| path.exists()).cloned().collect::<Vec<_>>())
        }
        _ => return None,
    })
}

/// Finds the file in a folder or its nearest ancestor. The path is relative if the file is in the folder itself.
fn above(start: &Path) -> Option<PathBuf> {
    let folder = match MACHINE.is_folder(start) {
        true => start,
        false => start.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new(".")),
    };
    let here = folder.join(FILE_NAME);
    if MACHINE.is_file(&here) {
        return Some(here);
    }
    let absolute = std::fs::canonicalize(folder).ok()?;
    absolute.ancestors().skip(1).map(|folder| folder.join(FILE_NAME)).find(|file| MACHINE.is_file(file))
}

/// Joins a path to a folder, dropping a `.`.
fn clean(folder: &Path, path: &str) -> PathBuf {
    if path == "." { folder.to_owned() } else { folder.join(path.trim_start_matches("./")) }
}
