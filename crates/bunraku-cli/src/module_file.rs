//! Determines from a file's path which module it belongs to and which names may be defined in it.

use std::path::Path;

use bunraku::diag::Source;
use bunraku::pcore::Value;
use bunraku::world::FileKind;

use crate::files;

/// The namespace that names in a module's file must have; `None` for a file outside modules.
pub fn namespace(path: &Path) -> Option<String> {
    let file = place(path)?;
    let mut names = vec![file.module];
    names.extend(file.folders);
    if names.len() > 1 || file.stem != "init" {
        names.push(file.stem);
    }
    Some(names.join("::").to_lowercase())
}

/// Whether a file is a plan of a module or Bolt project. Plans are written in a superset of the language.
pub fn is_plan(path: &Path) -> bool {
    let may_be = path.extension().is_some_and(|ending| ending == "pp")
        && std::path::absolute(path)
            .is_ok_and(|path| path.components().any(|part| part.as_os_str() == "plans"));
    may_be && (place(path).is_some_and(|place| place.kind == "plans") || is_of_project(path))
}

/// Whether a file is in the folder `plans` of a module or Bolt project that is an environment, too: its manifests have no
/// namespace, its plans do.
fn is_of_project(path: &Path) -> bool {
    let folder =
        path.ancestors().skip(1).find(|folder| folder.file_name().is_some_and(|name| name == "plans"));
    let project = folder.and_then(Path::parent);
    project.is_some_and(|it| it.join("metadata.json").exists() || it.join("bolt-project.yaml").exists())
}

/// The position of a file in its module.
struct ModuleFile {
    module: String,
    /// The folder in the module: `manifests`, `functions`, `types` or `plans`.
    kind: String,
    /// The folders between that and the file.
    folders: Vec<String>,
    /// The file name without its extension.
    stem: String,
}

fn place(path: &Path) -> Option<ModuleFile> {
    let path = std::path::absolute(path).ok()?;
    let stem = path.file_stem()?.to_str()?.to_owned();
    let mut folders = Vec::new();
    for folder in path.ancestors().skip(1) {
        let name = folder.file_name()?.to_str()?;
        if ["manifests", "functions", "types", "plans"].contains(&name)
            && let Some(module) = folder.parent().and_then(module_name)
        {
            folders.reverse();
            return Some(ModuleFile { module, kind: name.to_owned(), folders, stem });
        }
        folders.push(name.to_owned());
    }
    None
}

/// The name of the module in a folder: from its metadata, or else the name of the folder if its parent contains
/// modules.
fn module_name(folder: &Path) -> Option<String> {
    if folder.join("environment.conf").exists() {
        return None;
    }
    let project = folder.join("bolt-project.yaml");
    let full = match name_in(&folder.join("metadata.json")).or_else(|| name_in(&project)) {
        Some(name) => name,
        // Bolt names a project without a `name` after its folder.
        None if project.exists() => folder.file_name()?.to_str()?.to_owned(),
        None => {
            let among = folder.parent()?.file_name()?.to_str()?;
            let modules = ["modules", "site", "site-modules", "dist"].contains(&among);
            modules.then(|| folder.file_name()?.to_str().map(str::to_owned))??
        }
    };
    let name = full.rsplit(['-', '/']).next()?;
    let valid = name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    valid.then(|| name.to_owned())
}

/// The member `name` of a JSON or YAML file.
fn name_in(file: &Path) -> Option<String> {
    let text = files::text_of(file, FileKind::Metadata)?;
    let document = bunraku::Document::read(Source::new(file.file_name()?.to_string_lossy(), text)).ok()?;
    match document.value {
        Value::Hash(hash) => hash.get_str("name").and_then(Value::as_str).map(str::to_owned),
        _ => None,
    }
}
