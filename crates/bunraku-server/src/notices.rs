//! Notifications of the kernel about changed files: as long as there are none, files need not be examined.

#[cfg(target_os = "linux")]
mod inotify;
#[cfg(not(target_os = "linux"))]
mod nothing;

#[cfg(target_os = "linux")]
use inotify::Kernel;
#[cfg(not(target_os = "linux"))]
use nothing::Kernel;

use std::collections::HashSet;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use bunraku::loader::Environment;

/// Changes by other machines to a shared folder are not noticed, so files are examined after this time in any case.
pub const TRUSTED_FOR: Duration = Duration::from_secs(15);

/// The maximum number of watched folders.
const MOST: usize = 50_000;

/// How long to wait before another attempt if watching failed.
const GIVEN_UP: Duration = Duration::from_secs(600);

/// Notifications about the files of one generation of an environment.
#[derive(Default)]
pub struct Notices(Mutex<State>);

#[derive(Default)]
enum State {
    /// The files are not watched.
    #[default]
    Blind,
    /// The files are watched, and nothing had changed at the last check.
    Watching(Watching),
    /// Watching failed.
    Failed(Instant),
}

struct Watching {
    kernel: Kernel,
    since: Instant,
    /// How many paths had been looked at: more of them may be in other folders.
    looked_at: usize,
}

impl Notices {
    /// Since when the files of an environment have been unchanged; `None` if they have changed, or it is unknown.
    pub fn quiet_since(&self, environment: &Environment) -> Option<Instant> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let State::Watching(watching) = &*state else { return None };
        if watching.looked_at == environment.looked_at() && watching.kernel.is_quiet() {
            return Some(watching.since);
        }
        *state = State::Blind;
        None
    }

    /// Starts watching, unless the files are already watched.
    pub fn watch(&self, environment: &Environment) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*state {
            State::Watching(_) => return,
            State::Failed(when) if when.elapsed() < GIVEN_UP => return,
            State::Failed(_) | State::Blind => {}
        }
        let (since, looked_at) = (Instant::now(), environment.looked_at());
        *state = match folders(environment).and_then(|folders| Kernel::watch(&folders)) {
            Some(kernel) => State::Watching(Watching { kernel, since, looked_at }),
            None => State::Failed(since),
        };
    }
}

/// All relevant folders: those below the environment and its modules, the targets of links, and the folders of
/// everything that was looked at. `None` if there are too many.
fn folders(environment: &Environment) -> Option<HashSet<PathBuf>> {
    let mut walk = Walk { known: HashSet::new(), found: HashSet::new() };
    for root in environment.folder.iter().chain(&environment.modulepath) {
        // Replacing a link changes the folder that contains it.
        walk.found.extend(root.parent().map(Path::to_owned));
        walk.add(root)?;
    }
    for folder in environment.watchable() {
        // A missing folder may be created later.
        walk.found.extend(folder.ancestors().find(|folder| folder.is_dir()).map(Path::to_owned));
    }
    (walk.found.len() <= MOST).then_some(walk.found)
}

struct Walk {
    /// The devices and inodes of folders, to detect cyclic links.
    known: HashSet<(u64, u64)>,
    found: HashSet<PathBuf>,
}

impl Walk {
    fn add(&mut self, folder: &Path) -> Option<()> {
        let Ok(metadata) = fs::metadata(folder) else { return Some(()) };
        if !metadata.is_dir() || !self.known.insert((metadata.dev(), metadata.ino())) {
            return Some(());
        }
        if self.found.len() > MOST {
            return None;
        }
        self.found.insert(folder.to_owned());
        let Ok(entries) = fs::read_dir(folder) else { return Some(()) };
        for entry in entries.filter_map(Result::ok).filter(|entry| entry.file_name() != ".git") {
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_symlink()
                && let Ok(real) = entry.path().canonicalize()
            {
                self.found.extend(real.parent().map(Path::to_owned));
            }
            if kind.is_dir() || kind.is_symlink() {
                self.add(&entry.path())?;
            }
        }
        Some(())
    }
}
