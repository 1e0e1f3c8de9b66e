//! Any bytes as a HOCON document.
#![no_main]

use libfuzzer_sys::fuzz_target;

mod input;

fuzz_target!(|bytes: &[u8]| input::check("hocon", bytes));
