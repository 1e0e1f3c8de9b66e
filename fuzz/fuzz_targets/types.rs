//! Any bytes as lines of types and values: the laws of types.
#![no_main]

use libfuzzer_sys::fuzz_target;

mod input;

fuzz_target!(|bytes: &[u8]| input::check("types", bytes));
