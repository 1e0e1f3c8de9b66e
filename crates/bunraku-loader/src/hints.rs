//! Suggestions for names that are not found. This code runs only when something is wrong.

use std::{path::PathBuf, sync::Arc};

use bunraku_diag::nearest;
use bunraku_syntax::SourceKind;

use crate::{
    Environment,
    environment::Kind,
    modules::{is_module_name, names_below},
    names::other_case,
};

/// How many files of a module are searched for a misplaced definition.
const MOST_FILES: usize = 300;

impl Environment {
    /// Explains from the files of modules why a class or defined type is not found.
    pub fn why_missing(&self, name: &str) -> Option<String> {
        let (owner, rest) = name.split_once("::").unwrap_or((name, "init"));
        if self.left_out.contains(owner) {
            return Some(format!("module `{owner}` is ignored, because its `metadata.json` is invalid"));
        }
        let module = self.module(owner)?;
        let places = self.places(Kind::Class, name);
        // The first candidate is `init.pp`; the file named after the definition comes next.
        let own = places.get(1).or(places.first())?;
        if self.files.is_file(&own.path)
            && let Ok(loaded) = self.load_in(&own.path, SourceKind::Manifest, own.namespace.as_deref())
        {
            let shown = loaded.path.display();
            return Some(match loaded.analysis.outline().first() {
                Some(other) => format!("{shown} defines `{}` instead", other.name),
                None => format!("{shown} does not define it"),
            });
        }
        if let Some(refused) = self.files.refusal(&own.path) {
            return Some(format!("{refused}: {}", refused.help()));
        }
        let relative = format!("manifests/{}.pp", rest.replace("::", "/"));
        let other = other_case(&*self.files, &module.path, &relative)?;
        if other == module.path.join(&relative) || !self.files.is_file(&other) {
            return None;
        }
        Some(format!(
            "{} has uppercase letters in its name: class names and their files are lowercase",
            other.display()
        ))
    }

    /// The file of an installed module that should define a class or defined type, if it does not exist.
    pub fn expected_file(&self, name: &str) -> Option<String> {
        let (owner, rest) = name.split_once("::").unwrap_or((name, "init"));
        let module = &self.module(owner)?.path;
        let relative = format!("{}.pp", rest.replace("::", "/"));
        let file = module.join("manifests").join(&relative);
        if self.files.is_file(&file) {
            return None;
        }
        let shown = file.display();
        let here = module.join(&relative);
        if self.files.is_file(&here) {
            return Some(format!("move {} to {shown}", here.display()));
        }
        let singular = module.join("manifest");
        if self.files.is_file(&singular.join(&relative)) {
            return Some(format!("rename the folder {} to `manifests`", singular.display()));
        }
        let nested = module.join(owner);
        if self.files.is_file(&nested.join("manifests").join(&relative)) {
            return Some(format!("move the content of {} to {}", nested.display(), module.display()));
        }
        Some(format!("it should be defined in {shown}"))
    }

    /// The help for an unknown function of an installed module: a file that has its name, but is in a folder where
    /// functions are not looked for.
    pub fn misplaced_function(&self, name: &str) -> Option<String> {
        let (owner, rest) = name.split_once("::")?;
        let module = &self.module(owner)?.path;
        let relative = rest.replace("::", "/");
        let ruby = module.join(format!("lib/puppet/functions/{owner}/{relative}.rb"));
        let code = module.join(format!("functions/{relative}.pp"));
        let folders = ["lib/puppet/functions", "lib/puppet/parser/functions", "functions", "lib"];
        let mut wrong = folders.iter().flat_map(|folder| {
            let folder = module.join(folder);
            [
                (folder.join(format!("{relative}.rb")), &ruby),
                (folder.join(format!("{relative}.pp")), &code),
                (folder.join(format!("{owner}/{relative}.pp")), &code),
            ]
        });
        let (found, right) = wrong.find(|(path, right)| path != *right && self.files.is_file(path))?;
        Some(format!("move {} to {}", found.display(), right.display()))
    }

    /// Finds a file below a folder of a module, such as `manifests` or `types`, that contains a definition although its
    /// path does not match.
    pub fn misplaced(&self, folder: &str, name: &str) -> Option<PathBuf> {
        let owner = name.split("::").next().unwrap_or(name).to_lowercase();
        let module = self.module(&owner)?;
        let folder = module.path.join(folder);
        let files = names_below(&*self.files, &folder, "pp");
        let mut paths = files.into_iter().take(MOST_FILES).map(|file| folder.join(format!("{file}.pp")));
        paths.find(|path| {
            let analysis = match self.load_in(path, SourceKind::Manifest, None) {
                Ok(loaded) => Some(Arc::clone(&loaded.analysis)),
                Err(error) => error.analysis.clone(),
            };
            let mut defined = analysis.iter().flat_map(|analysis| analysis.outline());
            defined.any(|defined| defined.name.eq_ignore_ascii_case(name))
        })
    }

    /// Explains that a module is missing, listing the folders of the modulepath.
    pub fn searched_for(&self, module: &str) -> String {
        if module.contains('/') || module.ends_with(".pp") {
            return format!("`{module}` is a path: write the name of a class, such as `web::vhosts`");
        }
        if module.contains(',') {
            return "this is one string: write several classes as an array".to_owned();
        }
        let own = module.split_once('-').map(|(_, name)| name).filter(|name| self.module(name).is_some());
        if let Some(name) = own {
            return format!("class names do not include the author of the module: write `{name}`");
        }
        if !is_module_name(module) {
            return format!(
                "`{module}` is not a valid module name: use only lowercase letters, digits and `_`"
            );
        }
        if let Some(folder) = self.misnamed(module) {
            return format!("rename the folder {} to `{module}`", folder.display());
        }
        if let [folder] = self.modulepath.as_slice()
            && folder.to_string_lossy().contains(',')
        {
            return "the folders of a `modulepath` are separated by `:`, not by commas".to_owned();
        }
        if let Some(folder) = self.not_on_modulepath(module) {
            if folder == "modules" {
                return format!(
                    "{folder}/{module} exists, but the `modulepath` in `environment.conf` does not list `{folder}`"
                );
            }
            return format!(
                "{0}/{module} exists, but `{0}` is not on the modulepath: write `modulepath = {0}:modules` in `environment.conf`",
                folder
            );
        }
        let installed = self.modules.iter().map(|module| module.name.as_str());
        if let Some(similar) = nearest(module, installed).and_then(|name| self.module(name)) {
            let path = similar.path.display();
            return format!("the module `{module}` is not installed, but {path} has a similar name");
        }
        let folders: Vec<String> =
            self.modulepath.iter().map(|folder| format!("`{}`", folder.display())).collect();
        match folders.as_slice() {
            [] => format!("the module `{module}` is not installed: the modulepath is empty"),
            folders => format!("the module `{module}` is not installed: searched in {}", folders.join(", ")),
        }
    }

    /// A folder on the modulepath that is named as archives of modules are (`AUTHOR-NAME`, `NAME-VERSION` or both), or
    /// that differs from the name by hyphens and uppercase letters.
    fn misnamed(&self, module: &str) -> Option<PathBuf> {
        let is_named = |folder: &str| {
            let is_version = |part: &&str| part.starts_with(|char: char| char.is_ascii_digit());
            let name = folder.split('-').take_while(|part| !is_version(part)).last();
            let author_or_version = folder.contains('-') && name == Some(module);
            let spelled = folder.replace('-', "_");
            author_or_version || folder != module && spelled.eq_ignore_ascii_case(module)
        };
        self.modulepath.iter().find_map(|path| {
            let entries = self.files.list(path).ok()?;
            let found = entries.iter().find(|entry| entry.folder && is_named(&entry.name))?;
            Some(path.join(&found.name))
        })
    }

    /// The folder of the environment that contains a module, although it is not on the modulepath.
    fn not_on_modulepath(&self, module: &str) -> Option<String> {
        let folder = self.folder.as_ref()?;
        let entries = self.files.list(folder).ok()?;
        let on_path = |name: &str| self.modulepath.contains(&folder.join(name));
        let found = entries.into_iter().find(|entry| {
            let manifests = folder.join(&entry.name).join(module).join("manifests");
            entry.folder && !on_path(&entry.name) && self.files.is_folder(&manifests)
        })?;
        Some(found.name)
    }

    /// The names of the type aliases of the module that a name is in, in lowercase.
    pub fn type_names(&self, name: &str) -> Vec<String> {
        let Some(module) = name.split_once("::").and_then(|(owner, _)| self.module(owner)) else {
            return Vec::new();
        };
        let names = names_below(&*self.files, &module.path.join("types"), "pp");
        names.into_iter().map(|rest| format!("{}::{}", module.name, rest.replace('/', "::"))).collect()
    }

    /// The names of classes and defined types that files of modules are named after: those of the module that a name
    /// is in, the modules themselves, and files of that name in any module.
    pub fn manifest_names(&self, name: &str) -> Vec<String> {
        let owner = name.split("::").next().unwrap_or(name);
        let mut names: Vec<String> = self.modules.iter().map(|module| module.name.clone()).collect();
        // If the module is not installed, one with a similar name may be meant.
        let near = || nearest(owner, names.iter().map(String::as_str)).and_then(|name| self.module(name));
        if let Some(module) = self.module(owner).or_else(near) {
            let manifests = names_below(&*self.files, &module.path.join("manifests"), "pp");
            let qualified = |rest: String| format!("{}::{}", module.name, rest.replace('/', "::"));
            names.extend(manifests.into_iter().filter(|rest| rest != "init").map(qualified));
        }
        // The name of a module is easily forgotten.
        if !name.contains("::") {
            let file = format!("manifests/{name}.pp");
            let owners = self.modules.iter().filter(|module| self.files.is_file(&module.path.join(&file)));
            names.extend(owners.map(|module| format!("{}::{name}", module.name)));
        }
        names
    }
}
