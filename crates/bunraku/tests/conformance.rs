//! The conformance cases: small programs and what they must do.

mod cases;

use std::path::{Path, PathBuf};

/// The files whose cases all pass, relative to `tests/conformance`. A file is added once its last case passes.
const FILES: &[&str] = &[];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance")
}

#[test]
fn every_case_does_what_it_says() {
    let mut all = Vec::new();
    for file in FILES {
        let cases = cases::read(&folder().join(file));
        assert!(!cases.is_empty(), "{file} has no cases");
        all.extend(cases.into_iter().map(|case| ((*file).to_owned(), case)));
    }
    let count = all.len();
    let failures = cases::failures(all);
    assert!(failures.is_empty(), "{} of {count} cases fail\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn the_list_is_sorted() {
    assert!(FILES.is_sorted(), "keep the list in order, so that it is easy to read");
}
