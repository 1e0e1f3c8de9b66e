//! Runs the command in a temporary folder.
#![allow(clippy::unwrap_used, reason = "what fails here is not what is tested")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process, thread};

/// A folder with files, removed at the end of a test.
pub struct Folder {
    path: PathBuf,
}

/// The outcome of a run.
#[derive(Debug)]
pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Creates a folder with these files.
pub fn folder(files: &[(&str, &str)]) -> Folder {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let name = format!("cli-{}-{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let folder = Folder { path: Path::new(env!("CARGO_TARGET_TMPDIR")).join(name) };
    fs::create_dir_all(&folder.path).unwrap();
    for (name, text) in files {
        folder.write(name, text.as_bytes());
    }
    folder
}

impl Folder {
    /// The path of a file in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes a file.
    pub fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap_or(&self.path)).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// Runs the command in the folder.
    pub fn run(&self, args: &[&str]) -> Run {
        self.run_with(args, "", &[])
    }

    /// Runs the command in the folder with standard input and environment variables.
    pub fn run_with(&self, args: &[&str], stdin: &str, variables: &[(&str, &str)]) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
        command.args(args).current_dir(&self.path);
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        command.envs(variables.iter().copied());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take();
        let text = stdin.to_owned();
        // A command that does not read its input may close it, so errors are ignored.
        let writer = thread::spawn(move || input.map(|mut input| input.write_all(text.as_bytes())));
        let output = child.wait_with_output().unwrap();
        drop(writer.join());
        Run {
            status: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

impl Run {
    /// Fails unless the run ended with this status.
    #[track_caller]
    pub fn status(self, status: i32) -> Run {
        assert_eq!(self.status, status, "{self:#?}");
        self
    }

    /// Fails unless standard error contains the text.
    #[track_caller]
    pub fn says(self, text: &str) -> Run {
        assert!(self.stderr.contains(text), "{self:#?}");
        self
    }

    /// Fails if standard error contains the text.
    #[track_caller]
    pub fn never_says(self, text: &str) -> Run {
        assert!(!self.stderr.contains(text), "{self:#?}");
        self
    }

    /// Fails unless standard output contains the text.
    #[track_caller]
    pub fn prints(self, text: &str) -> Run {
        assert!(self.stdout.contains(text), "{self:#?}");
        self
    }
}
