//! Writes results to standard output or to a file.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use bunraku::diag::{Diagnostic, codes};

use crate::commands::Status;
use crate::files::reason;
use crate::replace::overwrite;

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
    if path.as_os_str() == "-" {
        return Ok(print(text));
    }
    let saved = match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Err("it is a folder".to_owned()),
        Ok(metadata) if !metadata.is_file() => fs::write(path, text).map_err(|error| reason(&error)),
        _ => overwrite(path, text).map_err(|error| match error.kind() {
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
