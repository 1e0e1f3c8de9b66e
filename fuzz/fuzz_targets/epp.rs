//! Any bytes as a template: what decodes obeys the laws of the syntax tree in every edition.
#![no_main]

use bunraku_corpus::laws;
use bunraku_edition::EDITIONS;
use bunraku_syntax::{SourceKind, decode};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = decode(bytes) else { return };
    for edition in EDITIONS {
        if let Err(broken) = laws::check_one(text, SourceKind::Template, &edition.syntax) {
            panic!("edition {}: {broken}", edition.name);
        }
    }
});
