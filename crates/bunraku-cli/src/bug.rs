//! Catches bugs in bunraku itself: a panic while compiling one node becomes an error of that node.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use bunraku::diag::{Diagnostic, codes};

thread_local! {
    /// Whether panics on this thread are being caught.
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    /// The source location of the last panic caught.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs `work` for one node. A panic becomes a diagnostic and other nodes can continue, because whatever nodes share
/// only ever receives complete values.
pub fn caught<T>(node: &str, work: impl FnOnce() -> T) -> Result<T, Box<Diagnostic>> {
    static HOOK: Once = Once::new();
    HOOK.call_once(keep_places);
    let before = CATCHING.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    CATCHING.set(before);
    result.map_err(|payload| {
        let place = PLACE.take().unwrap_or_else(|| "unknown location".to_owned());
        let message = format!("bunraku crashed while compiling `{node}`: {} ({place})", text(&*payload));
        let help = "this is a bug in bunraku, not in your code: please report it";
        Box::new(Diagnostic::error(codes::INTERNAL_ERROR, message).help(help))
    })
}

/// Installs a hook that records the location of a panic that will be caught. Other panics are printed as usual.
fn keep_places() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if CATCHING.get() {
            PLACE.set(info.location().map(|place| format!("{}:{}", place.file(), place.line())));
        } else {
            usual(info);
        }
    }));
}

fn text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "it panicked".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_message_and_the_next_one_works() {
        assert_eq!(caught("a", || 1).map_err(|_| ()), Ok(1));
        let error = caught("b", || -> u8 { panic!("too {}", "bad") }).unwrap_err();
        assert!(
            error.message.starts_with("bunraku crashed while compiling `b`: too bad ("),
            "{}",
            error.message
        );
        assert!(error.message.contains("bug.rs:"), "{}", error.message);
        assert_eq!(error.code, codes::INTERNAL_ERROR);
        let in_a_stack = || bunraku::with_large_stack(|| -> u8 { panic!("deep") });
        assert!(caught("c", in_a_stack).unwrap_err().message.contains("`c`: deep ("));
        assert_eq!(caught("d", || 2).map_err(|_| ()), Ok(2));
    }
}
