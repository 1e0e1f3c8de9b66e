//! Checks of names that become parts of paths and come from nodes, users and classifiers. They are checked only here.

use std::{
    error::Error,
    fmt,
    path::{Component, Path, PathBuf},
};

/// The maximum length of a node's name: host names have at most 253 characters, and most file systems allow 255.
const MAX_NODE_NAME: usize = 250;

/// Why a name is invalid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidName {
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
    /// What a valid name looks like.
    pub help: &'static str,
}

impl fmt::Display for InvalidName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for InvalidName {}

/// Checks the name of a node, which becomes a file name and a part of paths in hierarchies.
pub fn check_node(name: &str) -> Result<(), InvalidName> {
    let is_plain = |char: char| !char.is_control() && !['/', '\\'].contains(&char);
    if !name.is_empty() && name.len() <= MAX_NODE_NAME && !name.starts_with('.') && name.chars().all(is_plain)
    {
        return Ok(());
    }
    Err(InvalidName {
        message: format!("`{}` is not a valid node name", shown(name)),
        help: "letters, digits, `_`, `-` and `.` are allowed",
    })
}

/// Checks the name of an environment, which is the name of a folder.
pub fn check_environment(name: &str) -> Result<(), InvalidName> {
    let is_plain = |char: char| char.is_alphanumeric() || "_-.".contains(char);
    if !name.is_empty() && name.len() <= MAX_NODE_NAME && !name.starts_with('.') && name.chars().all(is_plain)
    {
        return Ok(());
    }
    Err(InvalidName {
        message: format!("`{}` is not a valid environment name", shown(name)),
        help: "letters, digits and `_` are allowed",
    })
}

/// Removes `.` and `..` from a path, which need not exist. Links are not resolved.
pub fn normal(path: &Path) -> PathBuf {
    if is_normal(path) {
        return path.to_owned();
    }
    let mut result = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                result.pop();
            }
            Component::CurDir => {}
            other => result.push(other),
        }
    }
    result
}

/// Whether a path is absolute and has nothing that [`normal`] would remove, which its text shows where only `/` separates
/// folders.
fn is_normal(path: &Path) -> bool {
    let text = path.as_os_str().as_encoded_bytes().strip_prefix(b"/");
    cfg!(unix)
        && text.is_some_and(|text| {
            text.split(|byte| *byte == b'/').all(|part| !matches!(part, b"" | b"." | b".."))
        })
}

/// The folder that a path in a configuration spells out, before any `%{...}`, which depends on the node: values from a
/// node must not lead out of it.
///
/// ```
/// use bunraku_world::names::literal_folder;
/// use std::path::Path;
///
/// assert_eq!(literal_folder(Path::new("/env/data"), "nodes/%{certname}.yaml"), Path::new("/env/data"));
/// assert_eq!(literal_folder(Path::new("/env/data"), "../shared/%{role}.yaml"), Path::new("/env/shared"));
/// assert_eq!(literal_folder(Path::new("/env/data"), "/srv/%{role}/a.yaml"), Path::new("/srv"));
/// ```
pub fn literal_folder(folder: &Path, pattern: &str) -> PathBuf {
    let folder = normal(folder);
    match named(&folder, pattern) {
        // A folder relative to the current folder of the process does not restrict anything.
        Some(named) if folder.as_os_str().is_empty() || !named.starts_with(&folder) => named,
        _ => folder,
    }
}

/// The path that is spelled out: a file or folder if the pattern has no `%{...}`, otherwise the folder before it.
/// `None` for a pattern that begins with `/%{`, with which a node could choose among all files.
pub fn named(folder: &Path, pattern: &str) -> Option<PathBuf> {
    let literal = pattern.split("%{").next().unwrap_or_default();
    let literal = match literal.len() == pattern.len() {
        true => literal,
        false => literal.rfind('/').and_then(|end| literal.get(..=end)).unwrap_or_default(),
    };
    Some(normal(&folder.join(literal))).filter(|named| named.parent().is_some())
}

/// A name for messages: shortened, and with control characters escaped.
fn shown(name: &str) -> String {
    let mut shown: String = name.chars().take(60).flat_map(char::escape_debug).collect();
    if name.chars().nth(60).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_nodes() {
        for name in ["a", "web01.example.com", "büro", "a b", "x..y", "localhost"] {
            assert_eq!(check_node(name), Ok(()), "{name}");
        }
        let long = "x".repeat(251);
        for name in ["", ".", "..", "../x", "a/b", "a\\b", ".x", "a\0b", "a\nb", "a\x1b[2J", &long] {
            assert!(check_node(name).is_err(), "{name:?}");
        }
        assert_eq!(check_node("a\x1b[2J").unwrap_err().message, "`a\\u{1b}[2J` is not a valid node name");
    }

    #[test]
    fn names_of_environments() {
        for name in ["production", "feature_1", "my-env", "v1.2"] {
            assert_eq!(check_environment(name), Ok(()), "{name}");
        }
        for name in ["", "..", "../x", "a/b", "/etc", ".git", "a b", "a\0", "a:b", "a%2fb"] {
            assert!(check_environment(name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn what_a_path_names_for_certain() {
        for (pattern, expected) in [
            ("common.yaml", "/e/data"),
            ("%{x}", "/e/data"),
            ("%{x}/../../../etc", "/e/data"),
            ("/srv/data/%{x}.yaml", "/srv/data"),
            ("/srv/data-%{x}/a.yaml", "/srv"),
            ("/srv/keys/a.yaml", "/srv/keys/a.yaml"),
            ("../%{x}", "/e"),
            ("/%{x}", "/e/data"),
        ] {
            assert_eq!(literal_folder(Path::new("/e/data"), pattern), Path::new(expected), "{pattern}");
        }
    }
}
