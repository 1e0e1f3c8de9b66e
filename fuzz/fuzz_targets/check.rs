//! Any bytes as a manifest: the checks.
#![no_main]

use libfuzzer_sys::fuzz_target;

mod input;

fuzz_target!(|bytes: &[u8]| input::check("check", bytes));
