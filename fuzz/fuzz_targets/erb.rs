//! Any bytes as a template in Ruby.
#![no_main]

use libfuzzer_sys::fuzz_target;

mod input;

fuzz_target!(|bytes: &[u8]| input::check("erb", bytes));
