//! The slowest examples of a run.

use std::{cmp::Reverse, fmt::Write as _, time::Duration};

use crate::{Example, FileRun};

/// The `count` slowest examples, slowest first, with their share of the time that all examples took.
pub fn profile(runs: &[FileRun], count: usize) -> String {
    let mut examples: Vec<&Example> = runs.iter().flat_map(FileRun::examples).collect();
    let all: Duration = examples.iter().map(|example| example.run_time).sum();
    examples.sort_by_key(|example| Reverse(example.run_time));
    examples.truncate(count);
    if examples.is_empty() {
        return String::new();
    }
    let slowest: Duration = examples.iter().map(|example| example.run_time).sum();
    let share = if all.is_zero() { 0.0 } else { slowest.as_secs_f64() / all.as_secs_f64() * 100.0 };
    let mut text = format!(
        "\nTop {} slowest examples ({:.2} seconds, {share:.1}% of total time):\n",
        examples.len(),
        slowest.as_secs_f64(),
    );
    for example in examples {
        let _ = writeln!(
            text,
            "  {}\n    {:.4} seconds {}:{}",
            example.full_description,
            example.run_time.as_secs_f64(),
            example.file_path,
            example.line_number,
        );
    }
    text
}
