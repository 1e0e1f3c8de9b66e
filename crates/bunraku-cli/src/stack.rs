//! Evaluation on a thread with a stack that is large enough for it.

use std::{panic, thread};

use bunraku_diag::{Diagnostic, codes};

/// Enough for the deepest nesting of calls that the evaluator allows, also where nothing is optimized. It is only
/// reserved: memory is taken as far as it is used.
pub const STACK_SIZE: usize = 256 << 20;

/// How much of it calls may take. The rest is for what the innermost one does: the deepest expression, the largest
/// value, and the message that says so.
pub const STACK_FOR_CALLS: usize = STACK_SIZE / 4 * 3;

/// Does the work on a thread with that stack.
pub fn with_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Box<Diagnostic>> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
        match thread.map(thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(panic)) => panic::resume_unwind(panic),
            Err(error) => {
                let message =
                    format!("cannot start a thread with a stack of {} MiB: {error}", STACK_SIZE >> 20);
                Err(Box::new(Diagnostic::error(codes::WRONG_USE, message)))
            }
        }
    })
}
