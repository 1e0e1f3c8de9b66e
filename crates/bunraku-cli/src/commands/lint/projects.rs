//! What files can see of each other: one project for each environment or folder of modules.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bunraku::infer::{self, Fingerprint, Modules, Parsed, Places, Project, Surroundings};
use bunraku::world::{Trust, World};
use bunraku_fs::SystemWorld;

use crate::files::CONTENTS;

/// The projects of all files, each opened on first use.
pub struct Projects {
    /// What the command line names instead of what is around a file.
    environment: Option<PathBuf>,
    modulepath: Option<Vec<PathBuf>>,
    /// Finds the environment or module around a file, with the permissions of the user.
    places: Mutex<Places>,
    /// What the files in a folder can see.
    folders: Mutex<HashMap<PathBuf, Arc<Seen>>>,
    open: Mutex<HashMap<Surroundings, Arc<Seen>>>,
    modules: Arc<Modules>,
}

/// What a file can see.
#[derive(Default)]
pub struct Seen {
    place: Surroundings,
    modules: Arc<Modules>,
    machine: OnceLock<Arc<SystemWorld>>,
    project: OnceLock<Option<Project>>,
    fingerprint: OnceLock<Fingerprint>,
    stamp: OnceLock<u64>,
}

impl Projects {
    /// Uses the given environment and modulepath, and otherwise determines them from each file's location.
    pub fn new(environment: Option<&Path>, modulepath: &[PathBuf], modules: Modules) -> Projects {
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        Projects {
            environment: environment.map(absolute),
            modulepath: (!modulepath.is_empty())
                .then(|| modulepath.iter().map(|path| absolute(path)).collect()),
            places: Mutex::new(Places::new(Arc::new(SystemWorld::unrestricted().sharing(&CONTENTS)))),
            folders: Mutex::default(),
            open: Mutex::default(),
            modules: Arc::new(modules),
        }
    }

    /// The manifest at an absolute path, if it has been read for an index of modules. The next call returns nothing.
    pub fn parsed(&self, path: &str) -> Option<Parsed> {
        self.modules.parsed(Path::new(path))
    }

    /// What the file at an absolute path can see. It is the same for all files in its folder.
    pub fn of(&self, path: &str) -> Arc<Seen> {
        if path.is_empty() && !self.is_named() {
            return Arc::default();
        }
        let path = Path::new(path);
        let folder = path.parent().unwrap_or(path);
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(seen) = folders.get(folder) {
            return Arc::clone(seen);
        }
        let seen = self.look(path);
        folders.insert(folder.to_owned(), Arc::clone(&seen));
        seen
    }

    /// Whether the command line says what files can see.
    fn is_named(&self) -> bool {
        self.environment.is_some() || self.modulepath.is_some()
    }

    fn look(&self, path: &Path) -> Arc<Seen> {
        let own = self.places.lock().unwrap_or_else(PoisonError::into_inner).of(path);
        let place = Surroundings {
            // The modules of another environment are those that its settings list.
            modulepath: match &self.environment {
                Some(_) => self.modulepath.clone(),
                None => self.modulepath.clone().or(own.modulepath),
            },
            environment: self.environment.clone().or(own.environment),
            module: own.module,
        };
        if place == Surroundings::default() {
            return Arc::default();
        }
        // All modules of an environment see the same, except a module whose name differs from its folder.
        let own_name = place.module.as_ref().is_none_or(|(name, path)| {
            path.file_name().is_some_and(|folder| folder.to_string_lossy() == *name)
        });
        let listed = place.environment.is_some() || self.is_named();
        let key =
            if own_name && listed { Surroundings { module: None, ..place.clone() } } else { place.clone() };
        let key = match (&key.modulepath, own_name && !listed) {
            // Sibling modules share a folder, but each module has its own fixtures.
            (Some(folders), true) if !folders.iter().skip(1).any(|folder| folder.is_dir()) => Surroundings {
                module: None,
                modulepath: folders.first().map(|folder| vec![folder.clone()]),
                ..key
            },
            _ => key,
        };
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let modules = Arc::clone(&self.modules);
        let seen = open
            .entry(key.clone())
            .or_insert_with(|| Arc::new(Seen { place: key, modules, ..Seen::default() }));
        Arc::clone(seen)
    }
}

impl Seen {
    /// The project, if there is one and it can be opened.
    pub fn project(&self) -> Option<&Project> {
        let open = || match self.place == Surroundings::default() {
            true => None,
            false => infer::open(self.machine(), &self.place, &self.modules),
        };
        self.project.get_or_init(open).as_ref()
    }

    /// A number that changes when files of the project change. The project is not opened for it.
    pub fn stamp(&self) -> u64 {
        if self.place == Surroundings::default() {
            return 0;
        }
        if let Some(stamp) = self.stamp.get() {
            return *stamp;
        }
        let fingerprint = self.fingerprint.get_or_init(|| Fingerprint::new(self.machine(), &self.place));
        // Not inside the closure, where other threads would wait instead of helping.
        let stamp = fingerprint.value(&self.modules);
        *self.stamp.get_or_init(|| stamp)
    }

    /// Links in a module must not lead the linter across the disk: it sees what a compilation sees.
    fn machine(&self) -> Arc<SystemWorld> {
        let machine = self.machine.get_or_init(|| {
            let machine = SystemWorld::new().sharing(&CONTENTS);
            if let Some((_, module)) = &self.place.module {
                machine.trust(module, Trust::Below);
            }
            Arc::new(machine)
        });
        Arc::clone(machine)
    }
}
