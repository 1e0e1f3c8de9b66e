//! How every target checks an input.

use std::thread;

use bunraku_syntax::decode;
use xtask::targets::target;

/// What recurses needs a stack that libFuzzer's thread does not have.
const STACK: usize = 1 << 28;

/// Checks bytes that are text; what does not hold is a panic, as libFuzzer wants it.
pub fn check(name: &str, bytes: &[u8]) {
    let (Ok(text), Some(target)) = (decode(bytes), target(name)) else { return };
    thread::scope(|scope| {
        let check = || {
            if let Err(broken) = (target.check)(text) {
                panic!("{broken}");
            }
        };
        // A panic in the thread has ended the process already.
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, check);
        let _ = thread.map(thread::ScopedJoinHandle::join);
    });
}
