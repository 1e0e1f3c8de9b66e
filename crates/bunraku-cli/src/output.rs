//! Writes results to standard output or to a file.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use bunraku::diag::{Diagnostic, codes};

use crate::commands::Status;
use crate::files::reason;
use crate::replace::{self, Content, overwrite};

/// Prints a result and returns the status of a command that has nothing else to report.
///
/// A closed pipe is a failure like any other write error, because the result is incomplete.
pub fn print(text: &str) -> Status {
    match write(text) {
        Ok(()) => Status::Fine,
        Err(error) => {
            // If this fails too, there is nowhere to report to.
            let _ = writeln!(io::stderr(), "error: cannot write to standard output: {}", reason(&error));
            Status::Problems
        }
    }
}

/// Prints output for people. A closed pipe is fine: a pager may quit before the end.
pub fn show(text: &str) -> Status {
    match write(text) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => print(text),
        _ => Status::Fine,
    }
}

fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())
}

/// Writes a result to a file, or to standard output for `-`.
///
/// A regular file is replaced atomically. Anything else, such as a device, is written to directly.
pub fn save(path: &Path, text: &str) -> Result<Status, Box<Diagnostic>> {
    match path.as_os_str() == "-" {
        true => Ok(print(text)),
        false => save_content(path, &replace::text(text)),
    }
}

/// Writes a file like [`save`], with content that is made while it is written.
pub fn save_content(path: &Path, content: &Content<'_>) -> Result<Status, Box<Diagnostic>> {
    let write = || content(&mut File::create(path)?);
    let saved = match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Err("it is a folder".to_owned()),
        Ok(metadata) if !metadata.is_file() => write().map_err(|error| reason(&error)),
        _ => overwrite(path, content).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => "the folder does not exist".to_owned(),
            _ => reason(&error),
        }),
    };
    match saved {
        Ok(()) => Ok(Status::Fine),
        Err(reason) => {
            let message = format!("cannot write `{}`: {reason}", path.display());
            Err(Box::new(Diagnostic::error(codes::UNWRITABLE_FILE, message)))
        }
    }
}
