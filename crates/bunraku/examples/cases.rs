//! Runs conformance cases and prints those that fail: `cargo run --example cases -- [--title PART] FILE...`.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "examples are programs of their own")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a tool of the developers: it stops with the reason"
)]

#[path = "../tests/cases/mod.rs"]
mod cases;

fn main() {
    let mut title = None;
    let mut files = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        if arg == "--title" { title = args.next() } else { files.push(arg) }
    }
    let (mut passed, mut failed) = (0, 0);
    for file in files {
        for case in cases::read(std::path::Path::new(&file)) {
            if title.as_ref().is_some_and(|part| !case.title.contains(part.as_str())) {
                continue;
            }
            match cases::check(&case) {
                Ok(()) => passed += 1,
                Err(difference) => {
                    failed += 1;
                    println!("{file}: {}\n{difference}", case.title);
                }
            }
        }
    }
    println!("{passed} passed, {failed} failed");
}
