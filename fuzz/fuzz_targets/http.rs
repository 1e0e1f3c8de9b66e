//! Any bytes as a request, or as an answer from outside.
#![no_main]

use libfuzzer_sys::fuzz_target;

mod input;

fuzz_target!(|bytes: &[u8]| input::check("http", bytes));
