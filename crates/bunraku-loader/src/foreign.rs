//! Index of the functions of modules that are not written in Puppet.
//!
//! Finding a single file would mean looking into every module on the path, twice, and a program calls dozens of
//! functions. Listing the folders once costs about as much as finding one function.

use std::path::{Path, PathBuf};

use bunraku_intern::FastMap;
use bunraku_world::World;

use crate::modules::{Module, names_below};

/// The folder of functions of the current API.
const MODERN: &str = "lib/puppet/functions";
/// The folder of functions of the Puppet 3 API.
const LEGACY: &str = "lib/puppet/parser/functions";

/// The files of functions, by function name.
#[derive(Debug, Default)]
pub(crate) struct ForeignFunctions {
    /// The file that a call uses, of either API.
    serving: FastMap<String, FunctionFile>,
    /// The file of the Puppet 3 API, which Ruby code can call explicitly.
    legacy: FastMap<String, FunctionFile>,
}

/// A file, and the module that it belongs to.
#[derive(Debug)]
struct FunctionFile {
    path: PathBuf,
    /// The index of the module; `None` for the environment itself.
    module: Option<usize>,
    /// Whether the function is in the namespace of its module, which takes precedence over all others.
    own: bool,
}

/// A function of an environment or a module that is not written in Puppet.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ForeignFunction<'a> {
    /// The file that defines it.
    pub path: &'a Path,
    /// The module that contains it; `None` for the environment itself.
    pub module: Option<&'a Module>,
}

impl ForeignFunctions {
    /// Lists the functions of an environment and its modules. The environment takes precedence, then earlier modules,
    /// and within a module the current API.
    pub(crate) fn list(
        files: &dyn World,
        environment: Option<&Path>,
        modules: &[Module],
    ) -> ForeignFunctions {
        let mut all = ForeignFunctions::default();
        // The environment may have functions without a namespace, and functions in `environment::`.
        if let Some(folder) = environment.map(|environment| environment.join(MODERN)) {
            for relative in names_below(files, &folder, "rb") {
                let name = relative.replace('/', "::");
                if !name.contains("::") || name.starts_with("environment::") {
                    let path = folder.join(format!("{relative}.rb"));
                    add(&mut all.serving, name, FunctionFile { path, module: None, own: true });
                }
            }
        }
        for (index, module) in modules.iter().enumerate() {
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
                        let found = FunctionFile { path: path.clone(), module: Some(index), own: false };
                        add(&mut all.legacy, name.clone(), found);
                    }
                    add(&mut all.serving, name, FunctionFile { path, module: Some(index), own });
                }
            }
        }
        all
    }

    /// The function that a call runs. `modules` must be those that were listed.
    pub(crate) fn serving<'a>(&'a self, modules: &'a [Module], name: &str) -> Option<ForeignFunction<'a>> {
        let found = self.serving.get(name)?;
        Some(ForeignFunction { path: &found.path, module: found.module.and_then(|index| modules.get(index)) })
    }

    /// The file of a function with the Puppet 3 API.
    pub(crate) fn legacy(&self, name: &str) -> Option<&PathBuf> {
        self.legacy.get(name).map(|found| &found.path)
    }

    /// The names of all functions.
    pub(crate) fn names(&self) -> impl Iterator<Item = &String> {
        self.serving.keys()
    }
}

fn add(functions: &mut FastMap<String, FunctionFile>, name: String, found: FunctionFile) {
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

    /// The functions found in a folder, by name.
    struct Listed {
        functions: ForeignFunctions,
        modules: Vec<Module>,
    }

    impl Listed {
        fn serving(&self, name: &str) -> Option<(&str, &str)> {
            let found = self.functions.serving(&self.modules, name)?;
            Some((found.module?.name.as_str(), found.path.to_str()?))
        }
    }

    fn list(files: &[&str], names: &[&str]) -> Listed {
        let world = files.iter().fold(MemoryWorld::new(), |world, file| world.with(format!("/m/{file}"), ""));
        let module = |name: &&str| Module {
            name: (*name).to_owned(),
            path: PathBuf::from(format!("/m/{name}")),
            version: None,
        };
        let modules: Vec<Module> = names.iter().map(module).collect();
        let functions = ForeignFunctions::list(&world, Some(Path::new("/e")), &modules);
        Listed { functions, modules }
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
        assert_eq!(all.serving("f"), Some(("a", "/m/a/lib/puppet/parser/functions/f.rb")));
        assert_eq!(all.serving("g"), Some(("b", "/m/b/lib/puppet/functions/g.rb")));
        assert_eq!(all.functions.legacy("g"), Some(&PathBuf::from("/m/b/lib/puppet/parser/functions/g.rb")));
    }

    #[test]
    fn functions_of_the_environment_come_first() {
        let world = MemoryWorld::new()
            .with("/e/lib/puppet/functions/f.rb", "")
            .with("/m/f/lib/puppet/functions/f.rb", "");
        let module = Module { name: "f".to_owned(), path: PathBuf::from("/m/f"), version: None };
        let modules = [module];
        let all = ForeignFunctions::list(&world, Some(Path::new("/e")), &modules);
        let found = all.serving(&modules, "f").map(|found| (found.path, found.module.is_some()));
        assert_eq!(found, Some((Path::new("/e/lib/puppet/functions/f.rb"), false)));
    }

    #[test]
    fn a_function_named_after_a_module_is_that_modules() {
        let files = ["a/lib/puppet/functions/b.rb", "b/lib/puppet/functions/b.rb"];
        assert_eq!(list(&files, &["a", "b"]).serving("b"), Some(("b", "/m/b/lib/puppet/functions/b.rb")));
        let elsewhere =
            list(&["a/lib/puppet/functions/b/x.rb", "b/lib/puppet/functions/b/y.rb"], &["a", "b"]);
        assert_eq!(elsewhere.serving("b::x"), None);
        assert!(elsewhere.serving("b::y").is_some());
    }
}
