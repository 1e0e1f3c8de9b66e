//! The conformance cases: small programs and what they must do.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a case that cannot be read must fail its test"
)]

mod cases;

use std::path::Path;

#[test]
fn every_case_does_what_it_says() {
    let files = cases::files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance"));
    assert!(files.len() > 100, "the cases are not where they should be");
    let cases = files.iter().flat_map(|file| {
        let name = file.display().to_string();
        cases::read(file).into_iter().map(move |case| (name.clone(), case))
    });
    let all: Vec<_> = cases.collect();
    let count = all.len();
    let failures = cases::failures(all);
    assert!(failures.is_empty(), "{} of {count} cases fail\n{}", failures.len(), failures.join("\n"));
}
