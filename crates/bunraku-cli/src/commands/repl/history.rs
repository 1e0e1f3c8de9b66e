//! Where the history of the REPL is stored.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

/// The history file; `None` if the environment does not determine a folder.
pub fn path() -> Option<PathBuf> {
    folder(|name| env::var_os(name)).map(|folder| folder.join("bunraku").join("history"))
}

/// The platform's folder for state that persists between runs.
fn folder(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    // The XDG specification says that relative paths must be ignored.
    let path = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if cfg!(windows) {
        path("LOCALAPPDATA")
    } else if let Some(state) = path("XDG_STATE_HOME") {
        Some(state)
    } else if cfg!(target_os = "macos") {
        path("HOME").map(|home| home.join("Library").join("Application Support"))
    } else {
        path("HOME").map(|home| home.join(".local").join("state"))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn places() {
        let with = |pairs: &'static [(&str, &str)]| {
            folder(move |name| pairs.iter().find(|pair| pair.0 == name).map(|pair| OsString::from(pair.1)))
        };
        assert_eq!(with(&[("XDG_STATE_HOME", "/s"), ("HOME", "/h")]), Some(PathBuf::from("/s")));
        assert_eq!(with(&[("XDG_STATE_HOME", "s"), ("HOME", "/h")]), Some(PathBuf::from("/h/.local/state")));
        assert_eq!(with(&[]), None);
    }
}
