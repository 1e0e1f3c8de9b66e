//! Prints runs in RSpec's formats (progress, documentation, JSON, JUnit) and as annotations for GitHub.

mod documentation;
mod github;
mod json;
mod junit;
mod profile;
mod summary;

use crate::{Event, FileRun, Status};

pub use documentation::documentation;
pub use github::github;
pub use json::json;
pub(crate) use junit::escaped;
pub use junit::junit;
pub use profile::profile;
pub use summary::{Totals, failures};

/// A run as dots: `.` for a passed example, `F` for a failed one, `*` for a pending one.
pub fn progress(run: &FileRun) -> String {
    let mark = |event: &Event| match event {
        Event::Example(example) => Some(match example.status {
            Status::Passed => '.',
            Status::Failed => 'F',
            Status::Pending => '*',
        }),
        _ => None,
    };
    run.events.iter().filter_map(mark).collect()
}
