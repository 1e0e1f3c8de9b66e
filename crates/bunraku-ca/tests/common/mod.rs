//! Folders for tests, and external programs for comparison.

#![allow(dead_code, reason = "each test uses what it needs")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

use bunraku_ca::{Authority, CaSettings, GeneratedRequest, NewRequest};

/// A folder that is removed after the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static COUNTER: AtomicU64 = AtomicU64::new(0);
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        // In memory, syncing files takes no time; what a killed program leaves behind is the same.
        let memory = Some(PathBuf::from("/dev/shm")).filter(|memory| memory.is_dir());
        let path = memory
            .unwrap_or_else(std::env::temp_dir)
            .join(format!("bunraku-ca-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn settings(&self) -> CaSettings {
        CaSettings::new(self.0.join("ca"), self.0.join("ssl"))
    }

    pub fn authority(&self) -> Authority {
        Authority::create(self.settings()).unwrap()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn write(&self, name: &str, content: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// All files with their contents.
    pub fn snapshot(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        collect(&self.0, &self.0, &mut files);
        files
    }
}

fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, files);
        } else {
            let name = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
            files.insert(name, fs::read(&path).unwrap());
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub fn request(certname: &str) -> GeneratedRequest {
    NewRequest::new(certname).generate().unwrap()
}

/// Whether a program is available; prints a message if not, since the test then proves nothing.
pub fn has(program: &str, argument: &str) -> bool {
    let found = Command::new(program).arg(argument).output().is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("SKIPPED: `{program} {argument}` cannot be run on this machine");
    }
    found
}

/// Runs a program in a folder and returns its output; it must succeed.
pub fn run(folder: &Folder, program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(&folder.0).output().unwrap();
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {arguments:?}: {text}");
    text
}
