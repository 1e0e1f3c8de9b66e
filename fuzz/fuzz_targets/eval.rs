//! Any bytes as a manifest: what decodes is evaluated in every edition, and ends at a limit at the latest.
#![no_main]

use std::thread;

use bunraku_syntax::decode;
use libfuzzer_sys::fuzz_target;
use xtask::evaluation;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = decode(bytes) else { return };
    thread::scope(|scope| {
        let evaluate = || drop(evaluation::evaluate(text));
        let thread = thread::Builder::new().stack_size(evaluation::STACK).spawn_scoped(scope, evaluate);
        // A panic in the thread has ended the process already, as libFuzzer wants it.
        let _ = thread.map(thread::ScopedJoinHandle::join);
    });
});
