//! The functions of modules that are written in another language than Puppet's: an index of their files.
//!
//! Finding one file would ask every module on the path for it, twice, and a program calls dozens of functions. Listing
//! the folders once costs about as much as finding a single function.

use std::path::{Path, PathBuf};

use bunraku_intern::FastMap;
use bunraku_world::World;

use crate::modules::{Module, names_below};

/// The folder of functions of the current API.
const MODERN: &str = "lib/puppet/functions";
/// The folder of functions of the Puppet 3 API.
const LEGACY: &str = "lib/puppet/parser/functions";

/// The files of functions, by the names of the functions.
#[derive(Debug, Default)]
pub(crate) struct ForeignFunctions {
    /// The file that serves a call: of either API.
    serving: FastMap<String, Found>,
    /// The file of the Puppet 3 API, which Ruby code can ask for.
    legacy: FastMap<String, Found>,
}

/// A file, and whether it is in the module that the function is named after, which comes before all others.
#[derive(Debug)]
struct Found {
    path: PathBuf,
    own: bool,
}

impl ForeignFunctions {
    /// Lists the functions of an environment and its modules. The environment comes first; of modules the first ones
    /// win, and in a module the current API.
    pub(crate) fn list(
        files: &dyn World,
        environment: Option<&Path>,
        modules: &[Module],
    ) -> ForeignFunctions {
        let mut all = ForeignFunctions::default();
        // The environment has functions without a namespace, and those in its own, `environment::`.
        if let Some(folder) = environment.map(|environment| environment.join(MODERN)) {
            for relative in names_below(files, &folder, "rb") {
                let name = relative.replace('/', "::");
                if !name.contains("::") || name.starts_with("environment::") {
                    let path = folder.join(format!("{relative}.rb"));
                    add(&mut all.serving, name, Found { path, own: true });
                }
            }
        }
        for module in modules {
            for folder in [MODERN, LEGACY] {
                let folder_path = module.path.join(folder);
                for relative in names_below(files, &folder_path, "rb") {
                    let path = folder_path.join(format!("{relative}.rb"));
                    let name = relative.replace('/', "::");
                    let own = name.split("::").next() == Some(module.name.as_str());
                    // A function in a namespace belongs to the module of that name.
                    if name.contains("::") && !own {
                        continue;
                    }
                    if folder == LEGACY {
                        add(&mut all.legacy, name.clone(), Found { path: path.clone(), own: false });
                    }
                    add(&mut all.serving, name, Found { path, own });
                }
            }
        }
        all
    }

    /// The file of the function that a call of that name runs.
    pub(crate) fn serving(&self, name: &str) -> Option<&PathBuf> {
        self.serving.get(name).map(|found| &found.path)
    }

    /// The file of the function of the Puppet 3 API of that name.
    pub(crate) fn legacy(&self, name: &str) -> Option<&PathBuf> {
        self.legacy.get(name).map(|found| &found.path)
    }

    /// The names of all of them.
    pub(crate) fn names(&self) -> impl Iterator<Item = &String> {
        self.serving.keys()
    }
}

fn add(functions: &mut FastMap<String, Found>, name: String, found: Found) {
    match functions.get_mut(&name) {
        Some(known) if known.own || !found.own => {}
        Some(known) => *known = found,
        None => {
            functions.insert(name, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use bunraku_world::MemoryWorld;

    use super::*;

    fn list(files: &[&str], names: &[&str]) -> ForeignFunctions {
        let world = files.iter().fold(MemoryWorld::new(), |world, file| world.with(format!("/m/{file}"), ""));
        let module = |name: &&str| Module {
            name: (*name).to_owned(),
            path: PathBuf::from(format!("/m/{name}")),
            version: None,
        };
        let modules: Vec<Module> = names.iter().map(module).collect();
        ForeignFunctions::list(&world, Some(Path::new("/e")), &modules)
    }

    #[test]
    fn the_first_module_and_the_current_api_win() {
        let files = [
            "a/lib/puppet/parser/functions/f.rb",
            "b/lib/puppet/functions/f.rb",
            "b/lib/puppet/parser/functions/g.rb",
            "b/lib/puppet/functions/g.rb",
        ];
        let all = list(&files, &["a", "b"]);
        assert_eq!(all.serving("f"), Some(&PathBuf::from("/m/a/lib/puppet/parser/functions/f.rb")));
        assert_eq!(all.serving("g"), Some(&PathBuf::from("/m/b/lib/puppet/functions/g.rb")));
        assert_eq!(all.legacy("g"), Some(&PathBuf::from("/m/b/lib/puppet/parser/functions/g.rb")));
    }

    #[test]
    fn functions_of_the_environment_come_first() {
        let world = MemoryWorld::new()
            .with("/e/lib/puppet/functions/f.rb", "")
            .with("/m/f/lib/puppet/functions/f.rb", "");
        let module = Module { name: "f".to_owned(), path: PathBuf::from("/m/f"), version: None };
        let all = ForeignFunctions::list(&world, Some(Path::new("/e")), &[module]);
        assert_eq!(all.serving("f"), Some(&PathBuf::from("/e/lib/puppet/functions/f.rb")));
    }

    #[test]
    fn a_function_named_after_a_module_is_that_modules() {
        let files = ["a/lib/puppet/functions/b.rb", "b/lib/puppet/functions/b.rb"];
        assert_eq!(
            list(&files, &["a", "b"]).serving("b"),
            Some(&PathBuf::from("/m/b/lib/puppet/functions/b.rb"))
        );
        let elsewhere =
            list(&["a/lib/puppet/functions/b/x.rb", "b/lib/puppet/functions/b/y.rb"], &["a", "b"]);
        assert_eq!(elsewhere.serving("b::x"), None);
        assert!(elsewhere.serving("b::y").is_some());
    }
}
