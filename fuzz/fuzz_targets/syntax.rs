//! Any bytes as a manifest or template: the laws of the syntax tree.
#![no_main]

use libfuzzer_sys::fuzz_target;

mod input;

fuzz_target!(|bytes: &[u8]| input::check("syntax", bytes));
