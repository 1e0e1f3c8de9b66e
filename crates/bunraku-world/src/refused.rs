//! Refusals of a policy.

use std::{error::Error, fmt, io, path::Path};

/// Something that is possible, but not allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// What is not allowed, as the beginning of a sentence: "to run commands".
    pub what: String,
    /// The rule that forbids it, as a sentence without a full stop.
    pub rule: &'static str,
    /// The command line option that would allow exactly this, with its dashes.
    pub flag: String,
}

/// What code may read by default.
const READS: &str = "code can only read files of its environment, modules, data and configuration";

impl Refused {
    /// Commands must not run.
    pub fn commands() -> Refused {
        let rule = "commands are not allowed by default";
        Refused { what: "to run commands".to_owned(), rule, flag: "--allow-commands".to_owned() }
    }

    /// The file at a real path, requested as `path`, may not be read.
    pub fn read(path: &Path, real: &Path) -> Refused {
        let (shown, leads) = (path.display(), real.display());
        let what = match path == real {
            true => format!("to read {shown}"),
            false => format!("to read {shown}, which points to {leads}"),
        };
        Refused { what, rule: READS, flag: format!("--allow-read={leads}") }
    }

    /// A path that contains facts or the name of a node leads out of a folder.
    pub fn out_of(path: &Path, folder: &Path) -> Refused {
        let what = format!("to read {}, which is outside {}", path.display(), folder.display());
        let rule = "facts must not lead to files outside the hierarchy's folder";
        Refused { what, rule, flag: format!("--allow-read={}", path.display()) }
    }

    /// An environment variable may not be read.
    pub fn variable(name: &str) -> Refused {
        let what = format!("to read the environment variable `{name}`");
        let rule = "code cannot read the environment variables of the process";
        Refused { what, rule, flag: format!("--allow-env={name}") }
    }

    /// Returns the refusal if it caused an I/O error.
    pub fn of(error: &io::Error) -> Option<&Refused> {
        error.get_ref()?.downcast_ref()
    }

    /// How to allow it.
    pub fn help(&self) -> String {
        format!("{}; `{}` allows it", self.rule, self.flag)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it is not allowed {}", self.what)
    }
}

impl Error for Refused {}

impl From<Refused> for io::Error {
    fn from(refused: Refused) -> io::Error {
        io::Error::new(io::ErrorKind::PermissionDenied, refused)
    }
}
