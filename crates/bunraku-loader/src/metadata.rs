//! `metadata.json`: the metadata of a module.

use std::path::{Path, PathBuf};

use bunraku_check::Strict;
use bunraku_diag::{Diagnostic, codes};
use bunraku_edition::PUPPET8;
use bunraku_formats::json;
use bunraku_pcore::{Hash, Value, notation};
use bunraku_world::{FileKind, World};

use crate::Module;

/// The required keys.
const REQUIRED: [&str; 5] = ["source", "author", "version", "license", "dependencies"];

/// The relevant contents of a module's metadata.
#[derive(Clone, Default)]
pub(crate) struct Metadata {
    pub(crate) version: Option<[u32; 3]>,
    pub(crate) flaw: Option<Flaw>,
}

/// What is wrong with the metadata of a module. Missing metadata is not an error.
#[derive(Clone)]
pub(crate) enum Flaw {
    /// The module is used all the same.
    Minor(Diagnostic),
    /// The module is left out.
    Fatal(Diagnostic),
}

/// The object in the `metadata.json` of a module, for tools; `None` if there is none.
pub fn metadata(files: &dyn World, folder: &Path) -> Option<Hash> {
    let bytes = files.read(&folder.join("metadata.json"), FileKind::Metadata).ok()?;
    match json::read_value(str::from_utf8(&bytes).ok()?).ok()? {
        Value::Hash(metadata) => Some(metadata),
        _ => None,
    }
}

/// The file with the metadata of a module.
pub(crate) fn path(module: &Module) -> PathBuf {
    module.path.join("metadata.json")
}

/// Reads the metadata of a module.
pub(crate) fn read(files: &dyn World, module: &Module, strict: Strict) -> Metadata {
    let path = path(module);
    let bytes = files.read(&path, FileKind::Metadata).ok().filter(|bytes| !bytes.is_empty());
    let Some(bytes) = bytes else { return Metadata::default() };
    let (name, shown) = (&module.name, path.display());
    let warning = |message| Diagnostic::warning(codes::INVALID_METADATA, message);
    let read = match String::from_utf8(bytes) {
        Ok(text) => json::read_value(&text).map_err(|error| error.to_string()),
        Err(_) => Err("the file is not valid UTF-8".to_owned()),
    };
    let metadata = match read {
        Ok(metadata) => metadata,
        Err(_) if strict == Strict::Off => return Metadata::default(),
        Err(error) => {
            let reason = format!("the metadata of module `{name}` is not valid JSON ({shown}): {error}");
            let flaw = match strict {
                Strict::Error => Flaw::Fatal(warning(format!("{reason}; the module is ignored"))),
                _ => Flaw::Minor(warning(reason)),
            };
            return Metadata { version: None, flaw: Some(flaw) };
        }
    };
    // Puppet ignores metadata that is not an object.
    let Value::Hash(entries) = metadata else { return Metadata::default() };
    if entries.is_empty() {
        return Metadata::default();
    }
    let version = entries.get_str("version").and_then(Value::as_str).and_then(version);
    let missing = REQUIRED.iter().find(|name| entries.get_str(name).is_none_or(Value::is_undef));
    let flaw = missing.map(|missing| {
        let message =
            format!("the metadata of module `{name}` has no `{missing}` ({shown}); the module is ignored");
        Flaw::Fatal(warning(message).help("add it, or remove the file"))
    });
    let flaw = flaw.or_else(|| {
        let dependencies = entries.get_str("dependencies").filter(|list| !matches!(list, Value::Array(_)))?;
        let message = format!(
            "`dependencies` in the metadata of module `{name}` must be an array, got {} ({shown}); the module is ignored",
            notation::literal(&PUPPET8.types, dependencies)
        );
        let help = "write `\"dependencies\": [{\"name\": \"puppetlabs/stdlib\"}]`, or `[]`";
        Some(Flaw::Fatal(warning(message).help(help)))
    });
    Metadata { version, flaw }
}

/// Parses the three numbers of a version.
fn version(text: &str) -> Option<[u32; 3]> {
    let release = text.split(['-', '+']).next()?;
    let mut numbers = release.split('.').map(|number| number.parse().ok());
    let version = [numbers.next()??, numbers.next()??, numbers.next()??];
    numbers.next().is_none().then_some(version)
}
