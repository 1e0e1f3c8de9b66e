//! Caches of parsed Ruby files, templates and resource types.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use bunraku_diag::Source;
use bunraku_intern::{FastMap, FastSet};
use bunraku_loader::{Cache, Handover, PathCache};
use bunraku_resources::ResourceType;
use bunraku_ruby_puppet::{Code, RubyError, RubyErrorKind, parse, parse_marked_template, parse_template};
use bunraku_world::{Entry, FileKind, Stamp, World};

use super::folders::FolderCache;

/// Parsed code, with its source for diagnostics.
pub(crate) struct RubyFile {
    pub(crate) source: Arc<Source>,
    pub(crate) code: Result<Arc<Code>, Arc<RubyError>>,
}

/// A resource type, or why it cannot be read.
pub(crate) type ReadType = Result<Arc<ResourceType>, Arc<RubyError>>;

/// What has been parsed of the Ruby code of an environment.
#[derive(Default)]
pub(crate) struct RubyCache {
    code: Files,
    templates: Files,
    /// Templates that tell which of their lines they write.
    measured: Files,
    /// Inline templates, by source.
    inline: Cache<String, Arc<RubyFile>>,
    types: Cache<String, CachedType>,
    /// Other files that failures refer to.
    sources: PathCache<Option<Arc<Source>>>,
    /// The folders of modules that have been searched for libraries.
    pub(super) folders: FolderCache,
    made: Arc<AtomicUsize>,
}

/// Files parsed in the same way.
#[derive(Default)]
struct Files {
    /// `None` for a file that is not valid UTF-8 or cannot be read.
    kept: PathCache<Option<Arc<RubyFile>>>,
    /// Files of the previous generation whose stamps have changed, for those with the same content.
    former: FastMap<PathBuf, Arc<RubyFile>>,
}

/// A resource type, with all paths that reading it depended on.
#[derive(Clone)]
struct CachedType {
    read: ReadType,
    file: PathBuf,
    asked: Arc<FastSet<PathBuf>>,
    /// Lists of such paths that types share.
    lists: Arc<[Arc<[PathBuf]>]>,
}

type Parse = fn(&str, &str) -> Result<Code, RubyError>;

impl RubyCache {
    /// Parses a file with Ruby code.
    pub(super) fn code(&self, files: &dyn World, path: &Path) -> Option<Arc<RubyFile>> {
        self.file(&self.code, files, (path, FileKind::Ruby), parse)
    }

    /// Parses a template file, whose lines may be measured.
    pub(super) fn template(
        &self,
        files: &dyn World,
        path: &Path,
        is_measured: bool,
    ) -> Option<Arc<RubyFile>> {
        let (kept, parse): (_, Parse) = match is_measured {
            true => (&self.measured, parse_marked_template),
            false => (&self.templates, parse_template),
        };
        self.file(kept, files, (path, FileKind::Template), parse)
    }

    /// Parses an inline template.
    pub(super) fn inline(&self, text: &str) -> Arc<RubyFile> {
        let make = || self.parsed("(inline template)", text.to_owned(), parse_template);
        self.inline.get_lasting(text, make, |file| lasts(&file.code))
    }

    /// Reads a resource type from a file. `read` gets files that record which paths are requested.
    pub(super) fn resource_type(
        &self,
        files: &dyn World,
        (name, file): (&str, &Path),
        mut read: impl FnMut(&dyn World, Option<&RecordingWorld<'_>>) -> ReadType,
    ) -> ReadType {
        let make = || {
            self.made.fetch_add(1, Relaxed);
            let files = RecordingWorld { world: files, paths: Mutex::default(), lists: Mutex::default() };
            let read = read(&files, Some(&files));
            let mut asked = files.paths.into_inner().unwrap_or_else(PoisonError::into_inner);
            asked.insert(file.to_owned());
            let lists = files.lists.into_inner().unwrap_or_else(PoisonError::into_inner).into();
            CachedType { read, file: file.to_owned(), asked: Arc::new(asked), lists }
        };
        self.types.get_lasting(name, make, |ty| lasts(&ty.read)).read
    }

    /// The source of a file that a failure refers to, as it was parsed if possible.
    pub(super) fn source(&self, files: &dyn World, path: &Path) -> Option<Arc<Source>> {
        let parsed = self.code.kept.known(path).or_else(|| self.templates.kept.known(path));
        if let Some(file) = parsed.flatten() {
            return Some(Arc::clone(&file.source));
        }
        self.sources.get(path, || {
            Some(Arc::new(Source::new(path.to_string_lossy(), read_text(files, path, FileKind::Ruby)?)))
        })
    }

    /// The cache that the next generation of the environment starts with.
    pub(crate) fn next(&self, handover: &Handover<'_>) -> RubyCache {
        let next = RubyCache {
            code: self.code.next(handover),
            templates: self.templates.next(handover),
            measured: self.measured.next(handover),
            made: Arc::clone(&self.made),
            ..RubyCache::default()
        };
        for (text, template) in self.inline.all() {
            next.inline.keep(text, template);
        }
        if handover.has_same_modules() {
            for (name, ty) in self.types.all() {
                let is_same = ty.read.is_ok()
                    && handover.fresh().foreign_type(&name) == Some(&ty.file)
                    && ty.asked.iter().all(|path| handover.is_same(path))
                    && ty.lists.iter().flat_map(|list| list.iter()).all(|path| handover.is_same(path));
                if is_same {
                    next.types.keep(name, ty);
                }
            }
        }
        next
    }

    pub(crate) fn made(&self) -> usize {
        self.made.load(Relaxed)
    }

    fn file(
        &self,
        of: &Files,
        files: &dyn World,
        (path, kind): (&Path, FileKind),
        parse: Parse,
    ) -> Option<Arc<RubyFile>> {
        let make = || {
            let text = read_text(files, path, kind)?;
            let former = of.former.get(path).filter(|former| former.source.text() == text);
            Some(former.cloned().unwrap_or_else(|| self.parsed(&path.to_string_lossy(), text, parse)))
        };
        of.kept.get_lasting(path, make, |file| file.as_ref().is_none_or(|file| lasts(&file.code)))
    }

    fn parsed(&self, name: &str, text: String, parse: Parse) -> Arc<RubyFile> {
        self.made.fetch_add(1, Relaxed);
        let code = parse(name, &text).map(Arc::new).map_err(Arc::new);
        Arc::new(RubyFile { source: Arc::new(Source::new(name, text)), code })
    }
}

/// Whether a result is valid for all nodes. Code that reached a limit may succeed for a node that has more left of it.
fn lasts<T>(result: &Result<T, Arc<RubyError>>) -> bool {
    !matches!(result, Err(error) if matches!(error.kind, RubyErrorKind::Limit(_)))
}

impl Files {
    fn next(&self, handover: &Handover<'_>) -> Files {
        let mut next = Files::default();
        for (path, file) in self.kept.all() {
            let Some(file) = file else { continue };
            if handover.is_same(&path) {
                next.kept.keep(&path, Some(file));
            } else {
                next.former.insert(path, file);
            }
        }
        next
    }
}

fn read_text(files: &dyn World, path: &Path, kind: FileKind) -> Option<String> {
    String::from_utf8(files.read(path, kind).ok()?).ok()
}

/// Files that record which paths are requested.
pub(super) struct RecordingWorld<'w> {
    world: &'w dyn World,
    paths: Mutex<FastSet<PathBuf>>,
    lists: Mutex<Vec<Arc<[PathBuf]>>>,
}

impl RecordingWorld<'_> {
    /// Records a shared list of paths.
    pub(super) fn note_all(&self, paths: &Arc<[PathBuf]>) {
        let mut lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        if !lists.iter().any(|list| Arc::ptr_eq(list, paths)) {
            lists.push(Arc::clone(paths));
        }
    }

    fn note(&self, path: &Path) {
        self.paths.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned());
    }
}

impl World for RecordingWorld<'_> {
    fn beneath(&self) -> Option<&dyn World> {
        Some(self.world)
    }

    fn read(&self, path: &Path, kind: FileKind) -> std::io::Result<Vec<u8>> {
        self.note(path);
        self.world.read(path, kind)
    }

    fn list(&self, path: &Path) -> std::io::Result<Vec<Entry>> {
        self.note(path);
        self.world.list(path)
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        self.note(path);
        self.world.stamp(path)
    }
}
