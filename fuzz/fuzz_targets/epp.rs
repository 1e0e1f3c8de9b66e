//! Any bytes as an EPP template.
#![no_main]

use libfuzzer_sys::fuzz_target;

mod input;

fuzz_target!(|bytes: &[u8]| input::check("epp", bytes));
