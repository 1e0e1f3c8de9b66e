//! The stack for evaluation, independent of the calling thread.

/// Enough for the deepest nesting of calls that the limits allow, even in an unoptimized build.
const STACK: usize = match (cfg!(target_family = "wasm"), cfg!(target_pointer_width = "64")) {
    // The default of linkers, minus what the embedder has used.
    (true, _) => 3 << 18,
    (false, true) => 256 << 20,
    (false, false) => 64 << 20,
};

/// How much of it calls may use. The rest is for what the innermost one does: the deepest expression, the largest
/// value, and the message about it.
pub(crate) const STACK_FOR_CALLS: usize = STACK / 4 * 3;

/// Runs `work` on a stack that is large enough for everything in this crate, on the same thread.
///
/// Everything that evaluates allocates such a stack by itself, so that any thread may call it: infinite recursion
/// results in a diagnostic. There are two other reasons to call this. Values may be nested as deeply as calls, and code
/// that walks one, for instance to print it, recurses. And a stack is cheap but not free (tens of microseconds, and its
/// pages are touched anew): thousands of short programs run faster inside one call.
///
/// Only address space is reserved until the stack is used. A thread whose own stack is large enough keeps it. Panics if
/// the operating system does not provide the space.
///
/// ```
/// use bunraku::{Program, edition::PUPPET8, pcore::notation};
///
/// let text = bunraku::with_large_stack(|| {
///     let outcome = Program::new(&PUPPET8).evaluate("deep.pp", "Integer[1, 900].reduce([]) |$memo, $x| { [$memo] }");
///     outcome.value.map(|value| notation::literal(&PUPPET8.types, &value))
/// });
/// assert_eq!(text.map(|text| text.len()), Some(1802));
/// ```
pub fn with_large_stack<T>(work: impl FnOnce() -> T) -> T {
    bunraku_analysis::with_stack(STACK, || bunraku_pcore::work::apart(work))
}
