//! The stack that evaluation takes, whatever thread it is started on.

/// Enough for the deepest nesting of calls that the limits allow, also where nothing is optimized.
const STACK: usize = match (cfg!(target_family = "wasm"), cfg!(target_pointer_width = "64")) {
    // What linkers give a program by default, less what the embedder has used.
    (true, _) => 3 << 18,
    (false, true) => 256 << 20,
    (false, false) => 64 << 20,
};

/// How much of it calls may take. The rest is for what the innermost one does: the deepest expression, the largest
/// value, and the message that says so.
pub(crate) const STACK_FOR_CALLS: usize = STACK / 4 * 3;

/// Does work on a stack that is large enough for whatever this crate does, on the same thread.
///
/// Everything that evaluates takes such a stack by itself, so that any thread may call it: code that recurses without an
/// end is a diagnostic. Two reasons are left to call this. Values may be nested as deep as calls, and whoever walks one, for
/// instance to print it, recurses; steps that this takes are not counted. And a stack is cheap but not free (tens of microseconds, and its pages are
/// touched anew): thousands of short programs run faster inside one call of this.
///
/// Only address space is reserved until the stack is used. A thread whose own stack is large enough keeps it. Where the
/// operating system refuses the space, this panics.
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
