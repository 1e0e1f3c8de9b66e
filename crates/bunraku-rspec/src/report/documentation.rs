//! A run as an outline of groups and examples.

use std::fmt::Write as _;

use crate::{Event, FileRun, Status};

/// The outline of a file. `failed` is the number of examples that failed before; failures are numbered from there.
pub fn documentation(run: &FileRun, mut failed: usize) -> String {
    let mut text = String::new();
    let mut depth = 0;
    for event in &run.events {
        let indent = "  ".repeat(depth);
        match event {
            Event::Enter(description) => {
                if depth == 0 {
                    text.push('\n');
                }
                let _ = writeln!(text, "{indent}{description}");
                depth += 1;
            }
            Event::Leave => depth = depth.saturating_sub(1),
            Event::Example(example) => {
                let _ = write!(text, "{indent}{}", example.description);
                match example.status {
                    Status::Passed => {}
                    Status::Failed => {
                        failed += 1;
                        let _ = write!(text, " (FAILED - {failed})");
                    }
                    Status::Pending => {
                        let reason = example.pending_message.as_deref().unwrap_or("No reason given");
                        let _ = write!(text, " (PENDING: {reason})");
                    }
                }
                text.push('\n');
            }
            Event::Outside(_) => {}
        }
    }
    text
}
