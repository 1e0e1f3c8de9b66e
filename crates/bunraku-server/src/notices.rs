//! Notices of the kernel that files have changed: as long as there are none, nobody has to look at the files.

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

/// What other machines do to a shared folder is not noticed here: files are looked at after this time in any case.
pub const TRUSTED_FOR: Duration = Duration::from_secs(15);

/// So many folders are watched at most.
const MOST: usize = 50_000;

/// Who could not watch does not try again for so long.
const GIVEN_UP: Duration = Duration::from_secs(600);

/// Notices about the files of one generation of an environment.
#[derive(Default)]
pub struct Notices(Mutex<State>);

#[derive(Default)]
enum State {
    /// Nobody watches.
    #[default]
    Blind,
    /// The files are watched, and nothing has happened until the last question.
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
    /// Since when nothing has happened to the files of an environment; `None` if something has, or nobody knows.
    pub fn quiet_since(&self, environment: &Environment) -> Option<Instant> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let State::Watching(watching) = &*state else { return None };
        if watching.looked_at == environment.looked_at() && watching.kernel.is_quiet() {
            return Some(watching.since);
        }
        *state = State::Blind;
        None
    }

    /// Begins to watch, unless somebody does.
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

/// All folders whose changes matter: those below the environment and its modules, those that links lead to, and the folders of
/// everything that was looked at. `None` if there are too many.
fn folders(environment: &Environment) -> Option<HashSet<PathBuf>> {
    let mut walk = Walk { known: HashSet::new(), found: HashSet::new() };
    for root in environment.folder.iter().chain(&environment.modulepath) {
        // A link that is exchanged is a change of the folder that it is in.
        walk.found.extend(root.parent().map(Path::to_owned));
        walk.add(root)?;
    }
    for folder in environment.watchable() {
        // What does not exist may begin to.
        walk.found.extend(folder.ancestors().find(|folder| folder.is_dir()).map(Path::to_owned));
    }
    (walk.found.len() <= MOST).then_some(walk.found)
}

struct Walk {
    /// Devices and numbers of folders, so that links in a circle end.
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
