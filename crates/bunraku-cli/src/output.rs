//! Writing results to standard output or to a file.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

use bunraku::diag::{Diagnostic, codes};

use crate::commands::Status;
use crate::files::reason;

/// Prints a result and gives the status of a command that has nothing else to say.
///
/// Whoever closes the pipe does not get the whole result: that is a failure, like all that stops the writing.
pub fn print(text: &str) -> Status {
    match write(text) {
        Ok(()) => Status::Fine,
        Err(error) => {
            // Where this fails too, nobody is listening.
            let _ = writeln!(io::stderr(), "error: cannot write to standard output: {}", reason(&error));
            Status::Problems
        }
    }
}

/// Prints something for people, who may have seen enough of it before its end.
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

/// Writes a result to a file, or to standard output if its name is `-`.
///
/// A file has its old content until the new one is complete. What is no file, such as a device, is written to.
pub fn save(path: &Path, text: &str) -> Result<Status, Box<Diagnostic>> {
    if path.as_os_str() == "-" {
        return Ok(print(text));
    }
    let saved = match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Err("it is a folder".to_owned()),
        Ok(metadata) if !metadata.is_file() => fs::write(path, text).map_err(|error| reason(&error)),
        _ => replace(path, text).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => "the folder does not exist".to_owned(),
            _ => reason(&error),
        }),
    };
    match saved {
        Ok(()) => Ok(Status::Fine),
        Err(reason) => {
            let message = format!("cannot write `{}`: {reason}", path.display());
            Err(Box::new(Diagnostic::error(codes::WRONG_USE, message)))
        }
    }
}

/// Writes a file beside the old one and puts it in its place.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    // A link stays one: what it leads to is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let beside = beside(&target)?;
    let written = write_new(&beside, text).and_then(|()| fs::rename(&beside, &target));
    if written.is_err() {
        // What matters is why it could not be written.
        let _ = fs::remove_file(&beside);
    }
    written
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::options().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// A name in the same folder that nobody else uses.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.tmp", process::id()));
    Ok(path.with_file_name(hidden))
}
