//! An environment whose files can be replaced and touched, and that counts how often they are read.

#![allow(dead_code, reason = "not every test needs all of it")]

use std::{
    collections::HashMap,
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use bunraku::{Program, Site};
use bunraku_edition::PUPPET8;
use bunraku_eval::LogEntry;
use bunraku_loader::{Environment, Layout};
use bunraku_world::{FileKind, MemoryWorld, Stamp, World};

/// Files in memory that can be replaced, and that count how often they are read.
#[derive(Default)]
pub struct Editable {
    files: MemoryWorld,
    reads: Mutex<Vec<String>>,
    /// How often each file was touched without a change.
    touched: Mutex<HashMap<PathBuf, u64>>,
}

impl Editable {
    pub fn write(&self, path: &str, text: &str) {
        self.files.write(path, text);
    }

    pub fn remove(&self, path: &str) {
        self.files.remove(Path::new(path));
    }

    /// Gives a file another stamp without changing its content, as a checkout does.
    pub fn touch(&self, path: &str) {
        *self.touched.lock().unwrap().entry(path.into()).or_default() += 1;
    }

    /// The manifests that have been read since the last call of this or [`Editable::all_reads`].
    pub fn reads(&self) -> Vec<String> {
        let mut reads = std::mem::take(&mut *self.reads.lock().unwrap());
        reads.retain(|path| path.ends_with(".pp"));
        reads
    }

    /// All existing files that have been read since then, sorted.
    pub fn all_reads(&self) -> Vec<String> {
        let mut reads = std::mem::take(&mut *self.reads.lock().unwrap());
        reads.retain(|path| self.files.is_file(Path::new(path)));
        reads.sort();
        reads
    }
}

impl World for Editable {
    fn beneath(&self) -> Option<&dyn World> {
        Some(&self.files)
    }

    fn read(&self, path: &Path, kind: FileKind) -> io::Result<Vec<u8>> {
        self.reads.lock().unwrap().push(path.display().to_string());
        self.files.read(path, kind)
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        let stamp = self.files.stamp(path)?;
        let touched = self.touched.lock().unwrap().get(path).copied().unwrap_or_default();
        Some(Stamp { mark: stamp.mark.wrapping_add(touched), ..stamp })
    }
}

pub fn site(files: &Arc<Editable>) -> Site {
    let layout = Layout { name: "test".to_owned(), folder: Some("/env".into()), ..Layout::default() };
    let files = Arc::clone(files) as Arc<dyn World>;
    Site::new(
        Environment::open(files, &layout, bunraku::language(&PUPPET8, Default::default()))
            .expect("an environment"),
        None,
    )
}

pub fn log(site: &Site) -> Vec<String> {
    let outcome = Program::new(&PUPPET8).compile(site);
    let lines = outcome.log.iter().filter_map(|entry| match entry {
        LogEntry::Line { message, .. } => Some(message.to_string()),
        LogEntry::Diagnostic(_) => None,
    });
    lines.chain(outcome.diagnostics.iter().map(|diagnostic| diagnostic.code.name().to_owned())).collect()
}
