//! Static catalogs: the metadata of files is part of the catalog, and their contents are those at the time of the
//! compilation, whatever is deployed in the meantime.
//!
//! A catalog names the version of its files by a code id. It is the digest of the files that the catalog uses, whose
//! contents are [stored](Contents) by checksum, unless [programs](Programs) of the installation provide versions and
//! contents, as with puppetserver.

mod contents;
mod inline;
mod programs;

use bunraku::catalog::Catalog;
use bunraku::formats::json::to_json;
use bunraku::pcore::Value;

pub use contents::{Content, Contents};
pub use programs::Programs;

use crate::checksum::Kind;
use crate::environments::Generation;
use crate::server::Server;

/// How static catalogs are made.
pub enum Versions {
    /// Contents are stored here.
    Kept(Contents),
    /// Programs provide versions and contents.
    Told(Programs),
}

/// Completes a catalog, as JSON, for an agent that requests a static one and supports these kinds of checksums
/// (`sha256.md5`). Without anything to add, it stays unchanged.
pub fn complete(
    server: &Server,
    generation: &Generation,
    catalog: &Catalog,
    kinds: &str,
    json: String,
) -> Result<String, String> {
    let allowed = server.environments.settings.get("static_catalogs");
    if allowed.is_some_and(|allowed| allowed.eq_ignore_ascii_case("false")) {
        return Ok(json);
    }
    let Some(kind) = kinds.split('.').filter(|kind| *kind != "etag").find_map(Kind::find) else {
        return Ok(json);
    };
    let told = match &server.versions {
        Versions::Kept(_) => None,
        Versions::Told(programs) => match programs.code_id(&*server.machine, &generation.name)? {
            Some(id) => Some(id),
            None => return Ok(json),
        },
    };
    let inlined = inline::inline(server, generation, catalog, kind);
    let id = match (told, &server.versions) {
        (Some(id), _) => id,
        (None, Versions::Kept(contents)) if !inlined.files.is_empty() => {
            contents.keep_list(&inlined.files).map_err(|error| format!("cannot save files: {error}"))?
        }
        (None, _) => return Ok(json),
    };
    Ok(splice(&json, &id, &inlined.metadata, &inlined.recursive))
}

/// Adds the code id and the metadata to a catalog. The first unescaped `"code_id":null` is the member of the catalog
/// itself, because only its tags precede it.
fn splice(json: &str, id: &str, metadata: &[(Value, Value)], recursive: &[(Value, Value)]) -> String {
    let mut json = json.replacen("\"code_id\":null", &format!("\"code_id\":{}", to_json(&Value::str(id))), 1);
    for (name, entries) in [("metadata", metadata), ("recursive_metadata", recursive)] {
        if !entries.is_empty() && json.pop() == Some('}') {
            let entries = to_json(&Value::hash(entries.iter().cloned()));
            json.push_str(&format!(",\"{name}\":{entries}}}"));
        }
    }
    json
}

/// Whether a string is valid as a code id: it becomes the name of a file, and an argument of programs.
pub fn is_code_id(id: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"_-:;".contains(&byte);
    !id.is_empty() && id.len() <= 200 && !id.starts_with('-') && id.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_and_the_metadata_are_added() {
        let json = r#"{"tags":["\"code_id\":null"],"code_id":null,"classes":[]}"#;
        let entry = (Value::str("/a"), Value::str("x"));
        let expected = r#"{"tags":["\"code_id\":null"],"code_id":"1-a","classes":[],"metadata":{"/a":"x"}}"#;
        assert_eq!(splice(json, "1-a", &[entry], &[]), expected);
        assert_eq!(splice(r#"{"code_id":null}"#, "i", &[], &[]), r#"{"code_id":"i"}"#);
    }

    #[test]
    fn ids_are_names_of_files() {
        for right in ["a", "production_1-2:3;4"] {
            assert!(is_code_id(right), "{right}");
        }
        for wrong in ["", "-a", "a/b", "..", "a b", "a\0"] {
            assert!(!is_code_id(wrong), "{wrong}");
        }
    }
}
