//! What files can see of each other: a project for each environment or folder of modules that they are in.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bunraku::infer::{self, Modules, Places, Project, Surroundings};
use bunraku::world::{Trust, World};
use bunraku_fs::Machine;

/// The projects of all files, opened when the first file of one is looked at.
pub struct Projects {
    named: Option<Surroundings>,
    /// Looks for what is around a file, on behalf of whoever started the command.
    places: Mutex<Places>,
    /// What the files of a folder can see.
    folders: Mutex<HashMap<PathBuf, Arc<Seen>>>,
    open: Mutex<HashMap<Surroundings, Arc<Seen>>>,
    modules: Arc<Modules>,
}

/// What a file can see.
#[derive(Default)]
pub struct Seen {
    place: Surroundings,
    modules: Arc<Modules>,
    project: OnceLock<Option<Project>>,
    stamp: OnceLock<u64>,
}

impl Projects {
    /// Projects of an environment or a modulepath that was named, or of where each file is.
    pub fn new(environment: Option<&Path>, modulepath: &[PathBuf]) -> Projects {
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let named = environment.is_some() || !modulepath.is_empty();
        let named = named.then(|| Surroundings {
            environment: environment.map(absolute),
            module: None,
            modulepath: (!modulepath.is_empty())
                .then(|| modulepath.iter().map(|path| absolute(path)).collect()),
        });
        Projects {
            named,
            places: Mutex::new(Places::new(Arc::new(Machine::unrestricted()))),
            folders: Mutex::default(),
            open: Mutex::default(),
            modules: Arc::default(),
        }
    }

    /// What the file at an absolute path can see, which is what its folder sees.
    pub fn of(&self, path: &str) -> Arc<Seen> {
        if path.is_empty() && self.named.is_none() {
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

    fn look(&self, path: &Path) -> Arc<Seen> {
        let own = self.places.lock().unwrap_or_else(PoisonError::into_inner).of(path);
        let place = match &self.named {
            Some(place) => Surroundings { module: own.module, ..place.clone() },
            None => own,
        };
        if place == Surroundings::default() {
            return Arc::default();
        }
        // Modules of one environment see the same, unless a module has another name than its folder.
        let own_name = place.module.as_ref().is_none_or(|(name, path)| {
            path.file_name().is_some_and(|folder| folder.to_string_lossy() == *name)
        });
        let listed = place.environment.is_some() || self.named.is_some();
        let key =
            if own_name && listed { Surroundings { module: None, ..place.clone() } } else { place.clone() };
        let key = match (&key.modulepath, own_name && !listed) {
            // Modules beside each other share a folder; fixtures are each module's own.
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
        let open = || {
            if self.place == Surroundings::default() {
                return None;
            }
            // Links in a module must not lead the linter through the disk: it sees what a compilation sees.
            let machine = Machine::new();
            if let Some((_, module)) = &self.place.module {
                machine.trust(module, Trust::Below);
            }
            infer::open(Arc::new(machine), &self.place, &self.modules)
        };
        self.project.get_or_init(open).as_ref()
    }

    /// A number that changes with the files of the project.
    pub fn stamp(&self) -> u64 {
        *self.stamp.get_or_init(|| self.project().map_or(0, Project::stamp))
    }
}
