//! Loads a file: reads it and passes it to the analysis.

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use bunraku_analysis::Analysis;
use bunraku_diag::{Diagnostic, Source, codes};
use bunraku_ir::Module as Code;
use bunraku_world::{FileKind, Refused, TooLarge, World, reason};

/// A file whose code can be used.
#[derive(Debug)]
#[non_exhaustive]
pub struct LoadedFile {
    /// The path it was loaded from.
    pub path: PathBuf,
    /// The result of the analysis. Its diagnostics are warnings only.
    pub analysis: Arc<Analysis>,
    /// The lowered code.
    pub code: Arc<Code>,
}

/// Why a file cannot be used.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct LoadError {
    /// The source, as far as it could be read.
    pub source: Arc<Source>,
    /// What is wrong with it. The first error is the one Puppet reports.
    pub diagnostics: Vec<Diagnostic>,
    /// The analysis, with a tree even for a broken file; `None` if the file could not be read.
    pub analysis: Option<Arc<Analysis>>,
}

impl LoadError {
    /// The error for a file that cannot be read.
    pub(crate) fn unreadable(path: &Path, error: &io::Error) -> LoadError {
        let name = path.display().to_string();
        let diagnostics = vec![unreadable(path, error)];
        LoadError { source: Arc::new(Source::new(name, "")), diagnostics, analysis: None }
    }

    /// Whether the file may be fine, and the requesting node had no time or memory left to analyse it.
    pub(crate) fn is_passing(&self) -> bool {
        let passing = [codes::TOO_SLOW, codes::CANCELLED, codes::FILE_TOO_LARGE];
        self.analysis.is_some() && self.diagnostics.iter().any(|error| passing.contains(&error.code))
    }

    /// The error for a file that was read but is invalid.
    pub(crate) fn broken(analysis: Arc<Analysis>, diagnostics: Vec<Diagnostic>) -> LoadError {
        LoadError { source: Arc::clone(&analysis.source), diagnostics, analysis: Some(analysis) }
    }
}

/// Explains why a file cannot be read: the policy forbids it, it is too large, or the operating system's error.
pub fn unreadable(path: &Path, error: &io::Error) -> Diagnostic {
    if let Some(refused) = Refused::of(error) {
        return Diagnostic::error(codes::NOT_ALLOWED, refused.to_string()).help(refused.help());
    }
    let code = match TooLarge::of(error) {
        Some(_) => codes::FILE_TOO_LARGE,
        None => codes::UNREADABLE_FILE,
    };
    Diagnostic::error(code, format!("cannot read {}: {}", path.display(), reason(error)))
}

/// Reads a file and analyses it.
pub(crate) fn load(
    files: &dyn World,
    path: &Path,
    kind: FileKind,
    analyse: impl FnOnce(&str, &[u8]) -> Arc<Analysis>,
) -> Result<LoadedFile, LoadError> {
    let bytes = files.read(path, kind).map_err(|error| LoadError::unreadable(path, &error))?;
    let analysis = analyse(&path.display().to_string(), &bytes);
    match analysis.code() {
        Ok(code) => Ok(LoadedFile { path: path.to_owned(), code: Arc::clone(code), analysis }),
        Err(diagnostics) => Err(LoadError::broken(analysis, diagnostics)),
    }
}
