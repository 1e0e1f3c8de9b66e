//! The dependencies in a `Cargo.toml`: enough of TOML for the manifests of this workspace.

use std::path::PathBuf;

/// The manifest of one crate.
pub struct Manifest {
    pub name: String,
    pub folder: PathBuf,
    /// The packages that the code or its build script needs, on any platform and with any features.
    pub dependencies: Vec<String>,
    /// The packages that only tests and benchmarks need.
    pub dev_dependencies: Vec<String>,
}

impl Manifest {
    /// Parses a manifest in which every table header and every entry starts on a line of its own.
    pub fn parse(text: &str, folder: PathBuf) -> Self {
        let mut manifest =
            Self { name: String::new(), folder, dependencies: Vec::new(), dev_dependencies: Vec::new() };
        let mut table = "";
        for line in text.lines() {
            if let Some(header) = line.strip_prefix('[') {
                table = header.trim_end().trim_end_matches(']');
                // `[dependencies.NAME]` is an entry written as a table.
                if let Some((kind, name)) = table.rsplit_once('.')
                    && kind.ends_with("dependencies")
                {
                    manifest.add(kind, name);
                }
            } else if let Some((key, value)) = line.split_once('=')
                && key.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '"')
            {
                let key = key.split('.').next().unwrap_or(key).trim().trim_matches('"');
                match table {
                    "package" if key == "name" => manifest.name = value.trim().trim_matches('"').to_owned(),
                    _ if table.ends_with("dependencies") => manifest.add(table, key),
                    _ => {}
                }
            }
        }
        assert!(!manifest.name.is_empty(), "{} has a name", manifest.folder.display());
        manifest
    }

    fn add(&mut self, kind: &str, name: &str) {
        let list = match kind.ends_with("dev-dependencies") {
            true => &mut self.dev_dependencies,
            false => &mut self.dependencies,
        };
        list.push(name.to_owned());
    }
}

#[test]
fn dependencies_are_read_in_all_their_forms() {
    let text = r#"
[package]
name = "a"

[dependencies]
b.workspace = true
c = { workspace = true, features = [
    "d",
] }
# e = "1"

[dependencies.f]
version = "1"

[target.'cfg(unix)'.dependencies]
g = "1"

[build-dependencies]
h = "1"

[dev-dependencies]
i = "1"

[features]
j = []
"#;
    let manifest = Manifest::parse(text, PathBuf::new());
    assert_eq!(manifest.name, "a");
    assert_eq!(manifest.dependencies, ["b", "c", "f", "g", "h"]);
    assert_eq!(manifest.dev_dependencies, ["i"]);
}
