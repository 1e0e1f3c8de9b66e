//! Finds the module and environment of a file from its path.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bunraku_intern::FastMap;
use bunraku_loader::{Layout, metadata};
use bunraku_world::World;

/// The folders around a file that determine what it can see.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Surroundings {
    /// The environment that contains it.
    pub environment: Option<PathBuf>,
    /// The name and folder of the module that contains it.
    pub module: Option<(String, PathBuf)>,
    /// The module folders, if the environment does not name them.
    pub modulepath: Option<Vec<PathBuf>>,
}

impl Surroundings {
    /// The layout of the environment, or of the modules alone.
    pub(crate) fn layout(&self) -> Layout {
        Layout {
            name: "production".to_owned(),
            folder: self.environment.clone(),
            modulepath: self.modulepath.clone(),
            ..Layout::default()
        }
    }
}

/// Finds where files belong. Each folder is examined once, however many files are below it.
pub struct Places {
    world: Arc<dyn World>,
    folders: FastMap<PathBuf, Folder>,
}

/// What a folder is.
struct Folder {
    is_environment: bool,
    /// Whether it has an `environment.conf`.
    is_configured: bool,
    /// The name of the module, if it is one.
    module: Option<String>,
}

impl Places {
    /// Places in a world whose files do not change in the meantime.
    pub fn new(world: Arc<dyn World>) -> Places {
        Places { world, folders: FastMap::default() }
    }

    /// The module and the environment of a file, which must be an absolute path.
    pub fn of(&mut self, path: &Path) -> Surroundings {
        let environment =
            path.ancestors().skip(1).find(|folder| self.folder(folder).is_environment).map(Path::to_owned);
        let below_environment = |folder: &Path| {
            environment
                .as_ref()
                .is_none_or(|environment| folder.starts_with(environment) && folder != environment)
        };
        let module = path
            .ancestors()
            .skip(1)
            .filter(|folder| below_environment(folder))
            .find_map(|folder| Some((self.folder(folder).module.clone()?, folder.to_owned())));
        // A module inside of another one, such as in an example, is not a module of the environment.
        let nested = module.as_ref().is_some_and(|(_, folder)| {
            let outer = folder.ancestors().skip(1).filter(|folder| below_environment(folder));
            outer.into_iter().any(|folder| self.folder(folder).module.is_some())
        });
        let environment = environment.filter(|_| !nested);
        let modulepath = match (&environment, &module) {
            (Some(environment), _) if self.folder(environment).is_configured => None,
            (Some(environment), _) => {
                Some(["site", "site-modules", "dist", "modules"].map(|name| environment.join(name)).to_vec())
            }
            (None, Some((_, folder))) => {
                let fixtures = folder.join("spec/fixtures/modules");
                Some(folder.parent().map(Path::to_owned).into_iter().chain([fixtures]).collect())
            }
            (None, None) => None,
        };
        Surroundings { environment, module, modulepath }
    }

    fn folder(&mut self, path: &Path) -> &Folder {
        self.folders.entry(path.to_owned()).or_insert_with(|| {
            let is_configured = self.world.is_file(&path.join("environment.conf"));
            Folder {
                is_environment: is_configured || is_environment(&*self.world, path),
                is_configured,
                module: is_module(&*self.world, path).then(|| module_name(&*self.world, path)),
            }
        })
    }
}

/// Whether a folder without a configuration is an environment: it has modules with data or with the site's manifests.
fn is_environment(world: &dyn World, folder: &Path) -> bool {
    let has_file = |name: &str| world.is_file(&folder.join(name));
    let has_folder = |name: &str| world.is_folder(&folder.join(name));
    let is_configured = || has_file("hiera.yaml") || has_file("Puppetfile");
    let has_modules = || ["site", "site-modules", "dist"].iter().any(|name| has_folder(name));
    (is_configured() && (has_folder("modules") || has_modules())
        || has_folder("manifests") && has_folder("modules"))
        && !has_file("metadata.json")
}

/// Whether a folder is a module: it has metadata, or manifests.
fn is_module(world: &dyn World, folder: &Path) -> bool {
    world.is_file(&folder.join("metadata.json"))
        || world.is_folder(&folder.join("manifests")) && !world.is_folder(&folder.join("modules"))
}

/// The name from the metadata, without the author, or else that of the folder.
fn module_name(world: &dyn World, folder: &Path) -> String {
    let name =
        metadata(world, folder).and_then(|metadata| Some(metadata.get_str("name")?.as_str()?.to_owned()));
    let own = name
        .and_then(|name| name.rsplit(['-', '/']).next().map(str::to_owned))
        .filter(|name| !name.is_empty());
    own.unwrap_or_else(|| {
        folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use bunraku_world::MemoryWorld;

    use super::*;

    fn environment_of(files: &[&str], path: &str) -> Option<PathBuf> {
        let world = files.iter().fold(MemoryWorld::new(), |world, name| world.with(*name, ""));
        Places::new(Arc::new(world)).of(Path::new(path)).environment
    }

    #[test]
    fn examples_in_a_module_do_not_see_its_environment() {
        let files = [
            "/site/environment.conf",
            "/site/modules/web/metadata.json",
            "/site/modules/web/examples/all/site/role/manifests/init.pp",
            "/site/modules/web/examples/all/site/profile/manifests/init.pp",
        ];
        let world = files.iter().fold(MemoryWorld::new(), |world, name| world.with(*name, ""));
        let mut places = Places::new(Arc::new(world));
        let found = places.of(Path::new(files[2]));
        assert_eq!(found.environment, None);
        let siblings = Path::new("/site/modules/web/examples/all/site");
        assert_eq!(found.modulepath.unwrap_or_default().first().map(PathBuf::as_path), Some(siblings));
        let own = places.of(Path::new("/site/modules/web/manifests/init.pp"));
        assert_eq!(own.environment.as_deref(), Some(Path::new("/site")));
    }

    #[test]
    fn manifests_next_to_modules_are_an_environment() {
        let files = ["/site/manifests/site.pp", "/site/modules/web/manifests/init.pp"];
        let path = "/site/modules/web/manifests/init.pp";
        assert_eq!(environment_of(&files, path).as_deref(), Some(Path::new("/site")));
        assert_eq!(environment_of(&files[1..], path), None);
        let module = [&files[..], &["/site/metadata.json"]].concat();
        assert_eq!(environment_of(&module, path), None, "a module may have a folder of this name");
    }
}
