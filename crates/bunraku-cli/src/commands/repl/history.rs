//! Where the inputs of earlier conversations are kept.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

/// The file with the inputs of earlier conversations; `None` where the environment names no place for it.
pub fn path() -> Option<PathBuf> {
    folder(|name| env::var_os(name)).map(|folder| folder.join("bunraku").join("history"))
}

/// The folder for what programs remember from run to run, as each platform has it.
fn folder(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    // The standard of XDG says that a path that is not absolute is none.
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
