//! Runs as JUnit XML, which build servers read.

use std::{fmt::Write as _, time::Duration};

use bunraku::diag::html;

use crate::{Example, FileRun, Status, report::Totals};

/// All examples of several files.
pub fn junit(runs: &[FileRun], took: Duration) -> String {
    let totals = Totals::of(runs);
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        text,
        "<testsuite name=\"rspec\" tests=\"{}\" skipped=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.6}\">",
        totals.examples,
        totals.pending,
        totals.failures,
        totals.outside,
        took.as_secs_f64(),
    );
    for run in runs {
        run.examples().for_each(|example| case(&mut text, example));
        for failure in run.outside() {
            let _ = writeln!(
                text,
                "  <testcase classname=\"{0}\" name=\"loading\" file=\"{0}\"><error message=\"{1}\"/></testcase>",
                escaped(&run.path),
                escaped(&failure.message),
            );
        }
    }
    text.push_str("</testsuite>\n");
    text
}

fn case(text: &mut String, example: &Example) {
    let class = example.file_path.trim_start_matches("./").trim_end_matches(".rb").replace('/', ".");
    let _ = write!(
        text,
        "  <testcase classname=\"{}\" name=\"{}\" file=\"{}\" time=\"{:.6}\"",
        escaped(&class),
        escaped(&example.full_description),
        escaped(&example.file_path),
        example.run_time.as_secs_f64(),
    );
    match example.status {
        Status::Passed => text.push_str("/>\n"),
        Status::Pending => text.push_str("><skipped/></testcase>\n"),
        Status::Failed => {
            text.push('>');
            for failure in &example.failures {
                let first = failure.message.trim_start().lines().next().unwrap_or_default();
                let places = failure.backtrace.join("\n");
                let _ = write!(
                    text,
                    "<failure message=\"{}\" type=\"{}\">{}\n{}</failure>",
                    escaped(first),
                    escaped(&failure.class),
                    escaped(&failure.message),
                    escaped(&places),
                );
            }
            text.push_str("</testcase>\n");
        }
    }
}

/// Escapes a string for XML text and attributes, which have no line breaks.
pub(crate) fn escaped(text: &str) -> String {
    html::escaped(text).replace('\n', "&#10;")
}
