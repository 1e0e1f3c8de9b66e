//! Any bytes as a manifest: evaluation in every edition.
#![no_main]

use libfuzzer_sys::fuzz_target;

mod input;

fuzz_target!(|bytes: &[u8]| input::check("eval", bytes));
