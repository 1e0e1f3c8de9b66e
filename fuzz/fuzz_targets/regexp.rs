//! Any bytes as a pattern and a string below it.
#![no_main]

use libfuzzer_sys::fuzz_target;

mod input;

fuzz_target!(|bytes: &[u8]| input::check("regexp", bytes));
