//! The conformance cases: small programs and what they must do.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a case that cannot be read must fail its test"
)]

mod cases;

use std::path::Path;

/// Cases that fail, with the reason. One that passes must leave the list.
const KNOWN: [(&str, &str); 1] = [(
    "lexical §Strings: CR LF in a string is kept as written",
    "the stored program has lost the carriage returns that the case is about",
)];

#[test]
fn every_case_does_what_it_says() {
    let files = cases::files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance"));
    assert!(files.len() > 100, "the cases are not where they should be");
    let (mut all, mut known) = (Vec::new(), Vec::new());
    for file in files {
        for case in cases::read(&file) {
            let is_known = KNOWN.iter().any(|(title, _)| *title == case.title);
            if is_known { &mut known } else { &mut all }.push((file.display().to_string(), case));
        }
    }
    let (count, known_count) = (all.len(), known.len());
    let failures = cases::failures(all);
    assert!(failures.is_empty(), "{} of {count} cases fail\n{}", failures.len(), failures.join("\n"));
    assert_eq!(
        cases::failures(known).len(),
        known_count,
        "a case that is known to fail passes: take it off the list"
    );
}
