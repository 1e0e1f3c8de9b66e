//! `fileserver.conf`: additional folders that are served, each under a name.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// The mounts in a file, which is read again after changes.
#[derive(Debug)]
pub struct Mounts {
    path: Option<PathBuf>,
    read: Mutex<Read>,
}

/// The contents, and the stamp of the file.
#[derive(Debug, Default)]
struct Read {
    stamp: Option<(SystemTime, u64)>,
    mounts: Arc<Vec<Mount>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Mount {
    name: String,
    path: String,
}

/// Names with a special meaning.
pub const RESERVED: [&str; 6] = ["modules", "plugins", "pluginfacts", "locales", "scripts", "tasks"];

impl Mounts {
    /// The mounts in a file, which need not exist.
    pub fn new(path: Option<PathBuf>) -> Mounts {
        Mounts { path, read: Mutex::default() }
    }

    /// The folder of a mount for a client.
    pub fn folder(&self, name: &str, client: &str) -> Option<PathBuf> {
        let mounts = self.current();
        let mount = mounts.iter().find(|mount| mount.name == name)?;
        filled(&mount.path, client).map(PathBuf::from)
    }

    fn current(&self) -> Arc<Vec<Mount>> {
        let Some(path) = &self.path else { return Arc::default() };
        let metadata = fs::metadata(path).ok();
        let stamp = metadata.and_then(|metadata| Some((metadata.modified().ok()?, metadata.len())));
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if read.stamp != stamp {
            let text = fs::read_to_string(path).unwrap_or_default();
            *read = Read { stamp, mounts: Arc::new(parse(&text)) };
        }
        Arc::clone(&read.mounts)
    }
}

/// Parses sections `[name]` with `path FOLDER`. Access is controlled by `auth.conf`, so `allow` and `deny` are ignored.
fn parse(text: &str) -> Vec<Mount> {
    let mut mounts = Vec::new();
    let mut name = None;
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if let Some(section) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            name = Some(section.trim().to_owned()).filter(|name| !RESERVED.contains(&name.as_str()));
        } else if let (Some(name), Some((key, value))) = (&name, line.split_once(char::is_whitespace))
            && key.trim_end_matches('=') == "path"
        {
            let path = value.trim().trim_start_matches('=').trim().trim_end_matches('/').to_owned();
            if Path::new(&path).is_absolute() {
                mounts.push(Mount { name: name.clone(), path });
            }
        }
    }
    mounts
}

/// Replaces `%h` (the host), `%d` (its domain) and `%H` (both) of the client in a path.
fn filled(path: &str, client: &str) -> Option<String> {
    // The name of a client becomes part of a path, so names that could lead elsewhere are rejected.
    if path.contains('%') && (client.is_empty() || client.contains(['/', '\0']) || client.starts_with('.')) {
        return None;
    }
    let (host, domain) = client.split_once('.').unwrap_or((client, ""));
    Some(path.replace("%h", host).replace("%d", domain).replace("%H", client))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_paths() {
        let text = "# files\n[data]\n  path /srv/data/\n  allow *\n[modules]\n path /x\n[host]\npath = /srv/%h/%d\n[bad]\npath relative\n";
        let mounts = parse(text);
        let shown: Vec<(&str, &str)> =
            mounts.iter().map(|mount| (mount.name.as_str(), mount.path.as_str())).collect();
        assert_eq!(shown, [("data", "/srv/data"), ("host", "/srv/%h/%d")]);
    }

    #[test]
    fn clients_have_folders_of_their_own() {
        assert_eq!(filled("/srv/%h/%d/%H", "a.b.c").as_deref(), Some("/srv/a/b.c/a.b.c"));
        assert_eq!(filled("/srv/%H", "../x"), None);
        assert_eq!(filled("/srv/%H", ""), None);
        assert_eq!(filled("/srv", "").as_deref(), Some("/srv"));
    }
}
