//! Stack space for recursive work.

/// Runs `work` with at least this many bytes of stack. If the thread has less left, the work runs on a separate
/// segment, which is released afterwards. Memory is only committed as the stack is used.
///
/// WebAssembly has a single stack; there, the work runs with what is left of it.
pub fn with_stack<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    #[cfg(not(target_family = "wasm"))]
    {
        // Nested calls find enough space and do not allocate again.
        let spare = 16 << 20;
        stacker::maybe_grow(bytes, bytes.saturating_add(spare), work)
    }
    #[cfg(target_family = "wasm")]
    {
        let _ = bytes;
        work()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left() -> usize {
        stacker::remaining_stack().unwrap_or_default()
    }

    #[test]
    fn there_is_as_much_as_was_asked_for() {
        let before = left();
        with_stack(64 << 20, || {
            assert!(before < 64 << 20 && left() >= 64 << 20);
            let outer = left();
            with_stack(64 << 20, || assert!(left() < outer, "it has not moved again"));
        });
        assert!(left().abs_diff(before) < 1 << 10);
    }
}
