//! Writing results to standard output.

use std::io::{self, Write};

use crate::commands::Status;

/// Prints a result and gives the status of a command that has nothing else to say.
///
/// A reader that has seen enough and closed the pipe is no failure; anything else that stops the writing is.
pub fn print(text: &str) -> Status {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Status::Fine,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::Fine,
        Err(error) => {
            // Where this fails too, nobody is listening.
            let _ = writeln!(io::stderr(), "error: cannot write to standard output: {error}");
            Status::Problems
        }
    }
}
