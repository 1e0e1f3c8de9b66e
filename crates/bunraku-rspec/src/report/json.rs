//! Runs in the format of RSpec's JSON formatter.

use std::time::Duration;

use bunraku::diag::json::quote;

use crate::{Example, FileRun, report::Totals};

/// All examples of several files, with totals, and the seed of a random order.
pub fn json(runs: &[FileRun], took: Duration, seed: Option<u32>) -> String {
    let totals = Totals::of(runs);
    let examples: Vec<String> = runs.iter().flat_map(FileRun::examples).map(example).collect();
    let messages: Vec<String> = runs
        .iter()
        .flat_map(|run| {
            run.outside().map(move |failure| quoted(&format!("{}: {}", run.path, failure.message)))
        })
        .collect();
    let seed = seed.map_or_else(String::new, |seed| format!("\"seed\":{seed},"));
    let messages = match messages.as_slice() {
        [] => String::new(),
        messages => format!("\"messages\":[{}],", messages.join(",")),
    };
    format!(
        "{{\"version\":\"3.13.0\",{messages}{seed}\"examples\":[{}],\"summary\":{{\"duration\":{},\"example_count\":{},\
         \"failure_count\":{},\"pending_count\":{},\"errors_outside_of_examples_count\":{}}},\"summary_line\":{}}}\n",
        examples.join(","),
        took.as_secs_f64(),
        totals.examples,
        totals.failures,
        totals.pending,
        totals.outside,
        quoted(&totals.line()),
    )
}

fn example(example: &Example) -> String {
    let pending = example.pending_message.as_deref().map_or_else(|| "null".to_owned(), quoted);
    let exception = match example.failures.first() {
        None => String::new(),
        Some(failure) => {
            let backtrace: Vec<String> = failure.backtrace.iter().map(|place| quoted(place)).collect();
            format!(
                ",\"exception\":{{\"class\":{},\"message\":{},\"backtrace\":[{}]}}",
                quoted(&failure.class),
                quoted(&failure.message),
                backtrace.join(","),
            )
        }
    };
    format!(
        "{{\"id\":{},\"description\":{},\"full_description\":{},\"status\":{},\"file_path\":{},\"line_number\":{},\
         \"run_time\":{},\"pending_message\":{}{}}}",
        quoted(&example.id),
        quoted(&example.description),
        quoted(&example.full_description),
        quoted(example.status.name()),
        quoted(&example.file_path),
        example.line_number,
        example.run_time.as_secs_f64(),
        pending,
        exception,
    )
}

fn quoted(text: &str) -> String {
    let mut out = String::new();
    quote(text, &mut out);
    out
}
