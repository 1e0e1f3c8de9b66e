//! Fixtures: the modules that a suite needs, as listed in `.fixtures.yml`.
//!
//! Other tools create links and clones in `spec/fixtures/modules`. Nothing is written here: the modules appear in that
//! folder when accessed through the suite's world.

use std::{
    collections::BTreeMap,
    io,
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use bunraku::{
    formats::yaml,
    loader::metadata,
    pcore::{Hash, Value},
    world::{Entry, FileKind, Refused, Stamp, Trust, World},
};

/// A fixture that is not installed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Missing {
    /// The name of the module.
    pub name: String,
    /// A command that fetches it, or a comment where there is none.
    pub command: String,
}

/// The files of a module with its fixtures in `spec/fixtures/modules`.
pub(crate) struct Fixtures {
    world: Arc<dyn World>,
    folder: PathBuf,
    links: BTreeMap<String, PathBuf>,
}

impl Fixtures {
    pub(crate) fn new(world: Arc<dyn World>, folder: PathBuf, links: BTreeMap<String, PathBuf>) -> Fixtures {
        Fixtures { world, folder, links }
    }

    /// The real location of a path.
    fn real(&self, path: &Path) -> PathBuf {
        let inside = path.strip_prefix(&self.folder).ok();
        let mut parts = inside.map(Path::components).into_iter().flatten();
        let link = match parts.next() {
            Some(Component::Normal(name)) => name.to_str().and_then(|name| self.links.get(name)),
            _ => None,
        };
        match link {
            Some(target) => parts.fold(target.clone(), |path, part| path.join(part)),
            None => path.to_owned(),
        }
    }
}

impl World for Fixtures {
    fn beneath(&self) -> Option<&dyn World> {
        Some(&*self.world)
    }

    fn trust(&self, path: &Path, trust: Trust) {
        self.world.trust(&self.real(path), trust);
    }

    fn read(&self, path: &Path, kind: FileKind) -> io::Result<Vec<u8>> {
        self.world.read(&self.real(path), kind)
    }

    fn refusal(&self, path: &Path) -> Option<Refused> {
        self.world.refusal(&self.real(path))
    }

    fn list(&self, path: &Path) -> io::Result<Vec<Entry>> {
        let listed = self.world.list(&self.real(path));
        if path != self.folder || self.links.is_empty() {
            return listed;
        }
        let mut entries = listed.unwrap_or_default();
        entries.retain(|entry| !self.links.contains_key(&entry.name));
        entries.extend(self.links.keys().map(|name| Entry { name: name.clone(), folder: true, link: true }));
        entries.sort();
        Ok(entries)
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        if path == self.folder && !self.links.is_empty() {
            return Some(Stamp { folder: true, length: 0, mark: 0 });
        }
        self.world.stamp(&self.real(path))
    }

    fn is_there(&self, path: &Path) -> bool {
        path == self.folder && !self.links.is_empty() || self.world.is_there(&self.real(path))
    }

    fn grants(&self, path: &Path) -> bool {
        self.world.grants(&self.real(path))
    }
}

/// The locations of fixtures that are not in the module's fixtures folder, and those that are not found.
pub(crate) fn links(
    world: &dyn World,
    root: &Path,
    modulepath: &[PathBuf],
) -> (BTreeMap<String, PathBuf>, Vec<Missing>) {
    let mut links = BTreeMap::new();
    let mut missing = Vec::new();
    let modules = root.join("spec/fixtures/modules");
    // A fixture may be a link to a module anywhere.
    let is_module = |path: &Path| {
        world.trust(path, Trust::Module);
        world.is_folder(path)
    };
    let present = |name: &str| is_module(&modules.join(name));
    for entry in world.list(&modules).unwrap_or_default().iter().filter(|entry| entry.link) {
        is_module(&modules.join(&entry.name));
    }
    let own = module_name(world, root);
    if let Some(name) = own.filter(|name| !present(name)) {
        links.insert(name, root.to_owned());
    }
    let Some(fixtures) =
        [".fixtures.yml", ".fixtures.yaml"].iter().find_map(|name| read(world, &root.join(name)))
    else {
        return (links, missing);
    };
    for (name, target) in section(&fixtures, "symlinks") {
        if present(&name) {
            continue;
        }
        let target = target.as_str().unwrap_or("").replace("#{source_dir}", &root.display().to_string());
        let target = if target.is_empty() { root.to_owned() } else { root.join(target) };
        if is_module(&target) {
            links.insert(name, target);
        } else {
            let command = format!("# `{name}` is linked to {}, which does not exist", target.display());
            missing.push(Missing { name, command });
        }
    }
    for (kind, section_name) in [(Fetched::Git, "repositories"), (Fetched::Forge, "forge_modules")] {
        for (name, what) in section(&fixtures, section_name) {
            if present(&name) || links.contains_key(&name) {
                continue;
            }
            let found = modulepath.iter().map(|folder| folder.join(&name)).find(|path| is_module(path));
            match found {
                Some(path) => drop(links.insert(name, path)),
                None => missing.push(Missing { command: kind.command(&name, &what), name }),
            }
        }
    }
    (links, missing)
}

enum Fetched {
    Git,
    Forge,
}

impl Fetched {
    fn command(&self, name: &str, what: &Value) -> String {
        let of_hash = |key: &str| match what {
            Value::Hash(hash) => hash.get_str(key).and_then(Value::as_str).map(str::to_owned),
            _ => None,
        };
        let source = what.as_str().map(str::to_owned).or_else(|| of_hash("repo")).unwrap_or_default();
        match self {
            Fetched::Git => {
                let folder = format!("spec/fixtures/modules/{name}");
                let clone = format!("git clone {source} {folder}");
                let version = ["ref", "branch"].iter().find_map(|key| of_hash(key));
                // A name of a branch, a tag or a commit: `--branch` would not take the last.
                version
                    .map_or(clone.clone(), |version| format!("{clone} && git -C {folder} checkout {version}"))
            }
            Fetched::Forge => {
                let source = if source.is_empty() { name.to_owned() } else { source };
                let version =
                    of_hash("ref").map(|version| format!(" --version {version}")).unwrap_or_default();
                format!(
                    "puppet module install --ignore-dependencies --target-dir spec/fixtures/modules {}{version}",
                    source.replace('/', "-")
                )
            }
        }
    }
}

/// The entries of a section of `.fixtures.yml`, below `fixtures`.
fn section(fixtures: &Hash, name: &str) -> Vec<(String, Value)> {
    let inner = match fixtures.get_str("fixtures") {
        Some(Value::Hash(inner)) => inner,
        _ => return Vec::new(),
    };
    match inner.get_str(name) {
        Some(Value::Hash(entries)) => {
            let entries =
                entries.iter().filter_map(|(name, what)| Some((name.as_str()?.to_owned(), what.clone())));
            entries.collect()
        }
        _ => Vec::new(),
    }
}

fn read(world: &dyn World, path: &Path) -> Option<Hash> {
    let bytes = world.read(path, FileKind::Configuration).ok()?;
    match yaml::read(&String::from_utf8_lossy(&bytes)).ok()?.value {
        Value::Hash(hash) => Some(hash),
        _ => None,
    }
}

/// The name of the module, without that of its author.
pub(crate) fn module_name(world: &dyn World, root: &Path) -> Option<String> {
    let name =
        metadata(world, root).and_then(|metadata| Some(metadata.get_str("name")?.as_str()?.to_owned()));
    let name = name.or_else(|| root.file_name()?.to_str().map(str::to_owned))?;
    name.rsplit(['-', '/']).next().map(str::to_owned)
}
