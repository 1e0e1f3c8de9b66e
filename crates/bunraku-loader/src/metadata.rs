//! `metadata.json`: what a module says about itself.

use bunraku_check::Strict;
use bunraku_diag::{Diagnostic, codes};
use bunraku_formats::json;
use bunraku_pcore::Value;
use bunraku_world::World;

use crate::Module;

/// What must be there.
const REQUIRED: [&str; 5] = ["source", "author", "version", "license", "dependencies"];

/// What is wrong with the metadata of a module; a module without any is fine.
pub(crate) enum Flaw {
    /// The module serves all the same.
    Minor(Diagnostic),
    /// The module is left out.
    Fatal(Diagnostic),
}

/// Looks at the metadata of a module, and takes its version from there.
pub(crate) fn read(files: &dyn World, module: &mut Module, strict: Strict) -> Option<Flaw> {
    let path = module.path.join("metadata.json");
    let bytes = files.read(&path).ok().filter(|bytes| !bytes.is_empty())?;
    let (name, shown) = (&module.name, path.display());
    let warning = |message| Diagnostic::warning(codes::INVALID_METADATA, message);
    let read = match String::from_utf8(bytes) {
        Ok(text) => json::read(&text).map_err(|error| error.to_string()),
        Err(_) => Err("the file is not in UTF-8".to_owned()),
    };
    let metadata = match read {
        Ok(metadata) => metadata.value,
        Err(_) if strict == Strict::Off => return None,
        Err(error) => {
            let reason = format!("the metadata of the module `{name}` are not JSON ({shown}): {error}");
            return Some(match strict {
                Strict::Error => Flaw::Fatal(warning(format!("{reason}; the module is left out"))),
                _ => Flaw::Minor(warning(reason)),
            });
        }
    };
    // What is no object at all tells nothing, and is passed over.
    let Value::Hash(entries) = metadata else { return None };
    if entries.is_empty() {
        return None;
    }
    module.version = entries.get_str("version").and_then(Value::as_str).and_then(version);
    let missing = REQUIRED.iter().find(|name| entries.get_str(name).is_none_or(Value::is_undef))?;
    let message =
        format!("the metadata of the module `{name}` have no `{missing}` ({shown}); the module is left out");
    Some(Flaw::Fatal(warning(message).help("add what is missing, or remove the file")))
}

/// The three numbers of a version.
fn version(text: &str) -> Option<[u32; 3]> {
    let release = text.split(['-', '+']).next()?;
    let mut numbers = release.split('.').map(|number| number.parse().ok());
    let version = [numbers.next()??, numbers.next()??, numbers.next()??];
    numbers.next().is_none().then_some(version)
}
