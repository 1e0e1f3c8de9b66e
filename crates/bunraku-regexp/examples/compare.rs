//! Compares this crate with the answers in files of cases: `cargo run --example compare FILE...`.
//!
//! The files have the format of `tests/ruby.cases`, and `tests/answer.rb` adds the answers to them.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "examples are programs of their own")]

#[path = "../tests/support/cases.rs"]
mod cases;

fn main() {
    let (mut count, mut wrong) = (0, 0);
    for path in std::env::args().skip(1) {
        let Ok(file) = std::fs::read_to_string(&path) else {
            println!("can not read {path}");
            continue;
        };
        for case in cases::read(&file) {
            count += 1;
            let found = cases::answer(&case);
            if found != case.expected {
                wrong += 1;
                println!(
                    "{path}:{}: /{}/ on {:?}: ruby {}, found {found}",
                    case.line, case.pattern, case.text, case.expected
                );
            }
        }
    }
    println!("{count} cases, {wrong} differ");
}
