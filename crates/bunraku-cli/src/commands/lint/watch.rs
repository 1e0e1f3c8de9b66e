//! Following the rules again whenever a file changes.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, SystemTime};

use crate::args::{Color, Lint};
use crate::commands::Status;
use crate::files::{self, Folders, Input};

/// How often the files are looked at.
const PAUSE: Duration = Duration::from_millis(300);

/// Follows the rules, and again after each change, until somebody stops the program or the paths are gone.
pub fn watch(args: &Lint, _: Color, once: impl Fn() -> Status) -> Status {
    loop {
        let before = stamps(args);
        let status = once();
        if status == Status::WrongUse {
            return status;
        }
        eprintln!("waiting for changes");
        while stamps(args) == before {
            thread::sleep(PAUSE);
        }
    }
}

/// The files with the time and the size of their last change.
fn stamps(args: &Lint) -> BTreeMap<PathBuf, Option<(SystemTime, u64)>> {
    let found = files::find_in(&args.paths, &args.stdin_name, Folders::All, super::ENDINGS);
    let inputs = found.map_or_else(|_| Vec::new(), |found| found.inputs);
    let paths = inputs.iter().filter_map(Input::path);
    paths
        .map(|path| {
            let metadata = std::fs::metadata(path).ok();
            let stamp = metadata.and_then(|metadata| Some((metadata.modified().ok()?, metadata.len())));
            (path.to_owned(), stamp)
        })
        .collect()
}
