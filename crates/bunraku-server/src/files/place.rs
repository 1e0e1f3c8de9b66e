//! Resolves the key of a request to files: the mount, its folders, and the fence around them.

use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use bunraku::loader::Environment;

use super::fileserver::RESERVED;
use crate::environments::Generation;
use crate::reply::Problem;
use crate::request::Request;
use crate::server::Server;

/// A folder from which files are served.
#[derive(Debug, Clone)]
pub struct ServedFolder {
    /// The folder.
    pub folder: PathBuf,
    /// The real paths of folders into which links may lead.
    pub fence: Vec<PathBuf>,
}

/// The result of resolving a key.
pub struct ServedPath {
    /// The folders to search, highest precedence first.
    pub places: Vec<ServedFolder>,
    /// The path relative to them.
    pub rest: PathBuf,
    /// Whether a list contains the files of all of them.
    pub merged: bool,
    /// A folder that is used for an empty list.
    pub stand_in: Option<PathBuf>,
    /// The environment, if the files belong to one.
    pub generation: Option<Arc<Generation>>,
}

/// Resolves a key such as `modules/apache/vhost.conf`.
pub fn resolve(server: &Server, request: &Request) -> Result<ServedPath, Problem> {
    let key = request.name().trim_matches('/');
    let (mount, rest) = key.split_once('/').unwrap_or((key, ""));
    // Repeated slashes count as one, as in Puppet.
    let rest = rest.trim_start_matches('/');
    if !RESERVED.contains(&mount) {
        let client = request.client.as_ref().map(|client| client.certname.as_str()).unwrap_or_default();
        let Some(folder) = server.mounts.folder(mount, client) else {
            let message = format!("Not authorized to call find on {}: no mount `{mount}`", request.path);
            return Err(Problem::server_error(message));
        };
        let place = ServedFolder { fence: real(&folder).into_iter().collect(), folder };
        let rest = checked(rest)?;
        return Ok(ServedPath { places: vec![place], rest, merged: false, stand_in: None, generation: None });
    }
    let name = request.environment()?;
    let generation = server.environments.get(name).map_err(Problem::server_error)?;
    let generation =
        generation.ok_or_else(|| Problem::not_found(format!("Could not find environment '{name}'")))?;
    let environment = &generation.site.environment;
    let merged = merged(mount);
    let (places, rest) = match (merged, mount) {
        (Some(below), _) => {
            let fence = fence(environment);
            let modules = environment.modules.iter();
            (modules.map(|module| place(&fence, &module.path, below)).collect(), checked(rest)?)
        }
        (None, mount) => {
            let below = if mount == "modules" { "files" } else { mount };
            let (module, rest) = rest.split_once('/').unwrap_or((rest, ""));
            match in_module(environment, module, below, rest)? {
                Some((place, rest)) => (vec![place], rest),
                None => (Vec::new(), PathBuf::new()),
            }
        }
    };
    let folders = environment.modulepath.iter().chain(&environment.folder);
    let stand_in = merged.and_then(|_| folders.into_iter().find(|folder| folder.is_dir()).cloned());
    Ok(ServedPath { places, rest, merged: merged.is_some(), stand_in, generation: Some(generation) })
}

/// Whether a key refers to the files of all modules.
pub fn is_merged(key: &str) -> bool {
    merged(key.trim_matches('/').split('/').next().unwrap_or_default()).is_some()
}

/// The folder of modules for a mount that contains the files of all of them.
fn merged(mount: &str) -> Option<&'static str> {
    match mount {
        "plugins" => Some("lib"),
        "pluginfacts" => Some("facts.d"),
        "locales" => Some("locales"),
        _ => None,
    }
}

/// A folder of a module, such as `files`, and the path below it; `None` if the module does not exist.
pub fn in_module(
    environment: &Environment,
    module: &str,
    below: &str,
    rest: &str,
) -> Result<Option<(ServedFolder, PathBuf)>, Problem> {
    let rest = checked(rest)?;
    let Some(module) = environment.module(module) else { return Ok(None) };
    Ok(Some((place(&fence(environment), &module.path, below), rest)))
}

/// The folders into which links of an environment's modules may lead.
fn fence(environment: &Environment) -> Vec<PathBuf> {
    let shared = environment.folder.iter().chain(&environment.modulepath);
    shared.filter_map(|folder| real(folder)).collect()
}

fn place(shared: &[PathBuf], module: &Path, below: &str) -> ServedFolder {
    let mut fence = shared.to_vec();
    fence.extend(real(module));
    ServedFolder { folder: module.join(below), fence }
}

impl ServedPath {
    /// The existing file or folder for the key in a place.
    pub fn inside(&self, place: &ServedFolder) -> Option<PathBuf> {
        match self.rest.as_os_str().is_empty() {
            true => place.inside(&place.folder),
            false => place.inside(&place.folder.join(&self.rest)),
        }
    }

    /// The first existing file or folder for the key, and its place.
    pub fn first(&self) -> Option<(&ServedFolder, PathBuf)> {
        self.places.iter().find_map(|place| Some((place, self.inside(place)?)))
    }
}

impl ServedFolder {
    /// The path, if it leads to something inside the fence. A dangling link counts if it is inside.
    pub fn inside(&self, path: &Path) -> Option<PathBuf> {
        let metadata = fs::symlink_metadata(path).ok()?;
        let within = |real: &Path| self.fence.iter().any(|root| real.starts_with(root));
        match real(path) {
            Some(real) => within(&real).then(|| path.to_owned()),
            None if metadata.is_symlink() => {
                let parent = real_parent(path)?;
                within(&parent).then(|| path.to_owned())
            }
            None => None,
        }
    }
}

/// Opens a file of a place for reading; `None` if it is not a regular file.
pub fn open(place: &ServedFolder, path: &Path) -> io::Result<Option<(File, u64)>> {
    // By its real path, so that a link cannot be replaced between the check and the opening.
    let Some(real) = real(path) else { return Ok(None) };
    if !place.fence.iter().any(|root| real.starts_with(root)) {
        return Ok(None);
    }
    // Opening a pipe would block.
    if !fs::metadata(&real)?.is_file() {
        return Ok(None);
    }
    let file = File::open(&real)?;
    let metadata = file.metadata()?;
    Ok(metadata.is_file().then_some((file, metadata.len())))
}

fn real(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok()
}

fn real_parent(path: &Path) -> Option<PathBuf> {
    real(path.parent()?)
}

/// Checks that a path only leads downwards.
fn checked(rest: &str) -> Result<PathBuf, Problem> {
    let rest = rest.trim_start_matches('/');
    let path = Path::new(rest);
    let is_plain = path.components().all(|part| matches!(part, Component::Normal(_)));
    if !is_plain || rest.contains('\0') {
        return Err(Problem::bad_request("the path leads outside the served folder"));
    }
    Ok(path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_down() {
        for wrong in ["..", "a/../b", "/../etc", "a\0b", "./a"] {
            assert!(checked(wrong).is_err(), "{wrong}");
        }
        for right in ["", "a", "a/b", "a//b", "a/..b", "//a"] {
            let path = checked(right).unwrap_or_else(|_| panic!("{right}"));
            assert!(path.is_relative(), "{right}");
        }
    }
}
