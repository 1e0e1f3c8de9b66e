//! Loading a file: reading, checking and lowering it, once.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use bunraku_diag::{Diagnostic, FileId, Severity, Source};
use bunraku_edition::Edition;
use bunraku_ir::{Module as Code, lower};
use bunraku_syntax::{SourceKind, decode, parse};
use bunraku_world::World;

/// A file that has been read, checked and lowered.
#[derive(Debug)]
pub struct LoadedFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its text.
    pub source: Arc<Source>,
    /// Its code.
    pub code: Code,
    /// Warnings about it, with places in file 0.
    pub warnings: Vec<Diagnostic>,
}

/// Why a file cannot be used.
#[derive(Debug, Clone)]
pub struct LoadError {
    /// Its text, as far as it could be read.
    pub source: Arc<Source>,
    /// What is wrong with it, with places in file 0. The first error is the one Puppet reports.
    pub diagnostics: Vec<Diagnostic>,
}

/// Why a file cannot be read, without the number that the operating system gives it.
pub(crate) fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split_once(" (os error").map_or(text.as_str(), |(reason, _)| reason).to_lowercase()
}

/// Reads, checks and lowers a file.
pub(crate) fn load(
    files: &dyn World,
    path: &Path,
    kind: SourceKind,
    namespace: Option<&str>,
    edition: &'static Edition,
    settings: &bunraku_check::Settings,
) -> Result<LoadedFile, LoadError> {
    let name = path.display().to_string();
    let file = FileId(0);
    let bytes = match files.read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            let message = format!("cannot read {name}: {}", reason(&error));
            let source = Arc::new(Source::new(name, ""));
            let diagnostics = vec![Diagnostic::error(bunraku_diag::codes::UNREADABLE_FILE, message)];
            return Err(LoadError { source, diagnostics });
        }
    };
    let text = match decode(&bytes) {
        Ok(text) => text.to_owned(),
        Err(error) => {
            let source = Arc::new(Source::new(name, String::from_utf8_lossy(&bytes).into_owned()));
            return Err(LoadError { source, diagnostics: vec![error.to_diagnostic(file)] });
        }
    };
    drop(bytes);
    let source = Arc::new(Source::new(name, text));
    let tree = parse(source.text(), kind, &edition.syntax);
    if !tree.errors().is_empty() {
        let diagnostics = tree.errors().iter().map(|error| error.to_diagnostic(file)).collect();
        return Err(LoadError { source, diagnostics });
    }
    let diagnostics =
        bunraku_check::check_in(&tree, source.text(), file, &edition.syntax, settings, namespace);
    if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return Err(LoadError { source, diagnostics });
    }
    let code = lower(&tree, &source, edition);
    Ok(LoadedFile { path: path.to_owned(), source, code, warnings: diagnostics })
}
