//! Converts `hiera.yaml` from version 3 to version 5.

use std::fmt::Write;
use std::path::Path;

use bunraku_edition::TypeRules;
use bunraku_formats::json::to_json;

use super::{Config, Owner, Places};
use crate::error::{ErrorKind, LookupError};

/// The version 5 equivalent of a global `hiera.yaml` of version 3. Settings without an equivalent, or with another
/// meaning, are explained in comments.
pub fn converted(rules: &TypeRules, path: &Path, text: &str) -> Result<String, LookupError> {
    let config = Config::read(rules, path, text, Owner::Global)?;
    if config.version != 3 {
        let message = "this is not a version 3 hiera.yaml: there is nothing to convert";
        return Err(LookupError::new(ErrorKind::InvalidConfig, message).in_file(path, None));
    }
    let mut out = String::from("---\nversion: 5\n");
    if let Some(merge) = &config.merge_of_hashes {
        let _ = write!(
            out,
            "# `merge_behavior` is not supported here: set it in the data, for the keys that `hiera_hash` looked \
             up,\n# for example\n#   lookup_options:\n#     the_key: {{merge: {}}}\n",
            merge.name()
        );
    }
    let calling = ["%{calling_module}", "%{calling_class}", "%{calling_class_path}"];
    if calling.iter().any(|name| text.contains(name)) {
        out.push_str(
            "# `calling_module`, `calling_class` and `calling_class_path` no longer exist: use the data of\n# \
             modules, or variables of the top scope.\n",
        );
    }
    for backend in &config.left_out {
        let _ = writeln!(
            out,
            "# The backend `{backend}` needs a function for `lookup_key`, `data_hash` or `data_dig`."
        );
    }
    out.push_str("hierarchy:\n");
    for entry in &config.hierarchy {
        let datadir = entry.datadir.as_deref().unwrap_or(&config.datadir);
        let _ = writeln!(out, "  - name: {}", quoted(&entry.name));
        let _ = writeln!(out, "    {}: {}", entry.function.kind.word(), entry.function.name);
        if !datadir.starts_with('/') && !datadir.starts_with("%{") {
            out.push_str(
                "    # Relative to the folder of this file; in version 3, it was relative to the current \
             folder.\n",
            );
        }
        let _ = writeln!(out, "    datadir: {}", quoted(datadir));
        if let Some(Places::Paths(paths)) = &entry.places {
            out.push_str("    paths:\n");
            for path in paths {
                let _ = writeln!(out, "      - {}", quoted(path));
            }
        }
        if !entry.options.is_empty() {
            out.push_str("    options:\n");
            for (name, value) in &entry.options {
                let _ = writeln!(out, "      {}: {}", name.as_str().unwrap_or_default(), to_json(value));
            }
        }
    }
    Ok(out)
}

/// Quotes a string for YAML, whatever it contains.
fn quoted(text: &str) -> String {
    to_json(&bunraku_pcore::Value::str(text))
}

#[cfg(test)]
mod tests {
    use bunraku_edition::PUPPET8;

    use super::*;

    #[test]
    fn all_parts() {
        let text = "---\n:backends: [yaml, eyaml]\n:hierarchy: ['%{::fqdn}', common]\n:merge_behavior: deeper\n\
                    :yaml:\n  :datadir: /d\n:eyaml:\n  :datadir: e\n  :extension: yaml\n  :pkcs7_private_key: /k\n";
        let written = converted(&PUPPET8.types, Path::new("/h/hiera.yaml"), text).unwrap();
        let read = Config::read(&PUPPET8.types, Path::new("/h/hiera.yaml"), &written, Owner::Global).unwrap();
        let before = Config::read(&PUPPET8.types, Path::new("/h/hiera.yaml"), text, Owner::Global).unwrap();
        assert_eq!((read.version, before.version), (5, 3));
        for (now, then) in read.hierarchy.iter().zip(&before.hierarchy) {
            assert_eq!((&now.name, &now.function, &now.places), (&then.name, &then.function, &then.places));
            assert_eq!((&now.datadir, &now.options), (&then.datadir, &then.options));
        }
        assert_eq!(read.hierarchy.len(), 2);
        assert!(written.contains("{merge: deep}"), "{written}");
        assert!(written.contains("# Relative to the folder of this file"), "{written}");
        assert!(converted(&PUPPET8.types, Path::new("h"), &written).is_err());
    }
}
