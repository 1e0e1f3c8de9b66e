//! Any bytes as Ruby code and a template.
#![no_main]

use libfuzzer_sys::fuzz_target;

mod input;

fuzz_target!(|bytes: &[u8]| input::check("ruby", bytes));
