//! Lints again whenever a file changes.

use crate::args::{Color, Lint};
use crate::commands::Status;
use crate::files::{self, Folders, Input};
use crate::watch::Stamps;

/// Runs `once`, and again after each change, until the program is interrupted or the paths no longer exist.
pub fn watch(args: &Lint, _: Color, once: impl Fn() -> Status) -> Status {
    loop {
        let before = stamps(args);
        let status = once();
        if status == Status::WrongUse {
            return status;
        }
        eprintln!("waiting for changes");
        before.wait(|| stamps(args));
    }
}

fn stamps(args: &Lint) -> Stamps {
    let found = files::find_in(&args.paths, &args.stdin_name, Folders::All, super::ENDINGS);
    let inputs = found.map_or_else(|_| Vec::new(), |found| found.inputs);
    Stamps::of(inputs.iter().filter_map(Input::path))
}
