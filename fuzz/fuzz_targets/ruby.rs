//! Any bytes as Ruby code: what decodes is run as a program and as a template, and ends at a limit at the latest.
#![no_main]

use std::thread;

use bunraku_syntax::decode;
use libfuzzer_sys::fuzz_target;
use xtask::ruby;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = decode(bytes) else { return };
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(ruby::STACK).spawn_scoped(scope, || ruby::execute(text));
        // A panic in the thread has ended the process already, as libFuzzer wants it.
        let _ = thread.map(thread::ScopedJoinHandle::join);
    });
});
