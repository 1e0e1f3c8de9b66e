//! What a policy does not allow.

use std::{error::Error, fmt, io, path::Path};

/// Something is possible but not allowed here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// What is not allowed, as the beginning of a sentence: "to run commands".
    pub what: String,
    /// The rule that forbids it, as a sentence without a full stop.
    pub rule: &'static str,
    /// The option that would allow just this, with its dashes.
    pub flag: String,
}

/// What code may read where nobody has allowed more.
const READS: &str = "code can only read files of its environment, modules, data and configuration";

impl Refused {
    /// Commands must not run.
    pub fn commands() -> Refused {
        let rule = "commands are not allowed by default";
        Refused { what: "to run commands".to_owned(), rule, flag: "--allow-commands".to_owned() }
    }

    /// A file must not be read that was asked for by a path and is really at another, or at the same.
    pub fn read(path: &Path, real: &Path) -> Refused {
        let (shown, leads) = (path.display(), real.display());
        let what = match path == real {
            true => format!("to read {shown}"),
            false => format!("to read {shown}, which points to {leads}"),
        };
        Refused { what, rule: READS, flag: format!("--allow-read={leads}") }
    }

    /// A path that facts or the name of a node put together leads out of a folder.
    pub fn out_of(path: &Path, folder: &Path) -> Refused {
        let what = format!("to read {}, which is outside {}", path.display(), folder.display());
        let rule = "facts must not lead to files outside the hierarchy's folder";
        Refused { what, rule, flag: format!("--allow-read={}", path.display()) }
    }

    /// An environment variable must not be read.
    pub fn variable(name: &str) -> Refused {
        let what = format!("to read the environment variable `{name}`");
        let rule = "code cannot read the environment variables of the process";
        Refused { what, rule, flag: format!("--allow-env={name}") }
    }

    /// The refusal that is the reason of an error.
    pub fn of(error: &io::Error) -> Option<&Refused> {
        error.get_ref()?.downcast_ref()
    }

    /// What to do to be allowed.
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
