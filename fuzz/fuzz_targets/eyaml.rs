//! Any bytes as a data file with encrypted values.
#![no_main]

use libfuzzer_sys::fuzz_target;

mod input;

fuzz_target!(|bytes: &[u8]| input::check("eyaml", bytes));
