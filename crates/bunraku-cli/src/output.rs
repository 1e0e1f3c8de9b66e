//! Writing results to standard output or to a file.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use bunraku::diag::{Diagnostic, codes};

use crate::commands::Status;
use crate::files::reason;
use crate::replace::overwrite;

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
/// A file has its old content until the new one is complete. Anything but a file, such as a device, is written to directly.
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
            Err(Box::new(Diagnostic::error(codes::WRONG_USE, message)))
        }
    }
}
