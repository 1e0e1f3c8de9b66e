//! Room on the stack for work that recurses.

/// Does work with at least so many bytes of stack: where the thread has less left, on a segment of its own, which is
/// released afterwards. Only address space is taken until the stack is used.
///
/// WebAssembly has one stack, which nobody can leave: there the work is done with what is left of it.
pub fn with_stack<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    #[cfg(not(target_family = "wasm"))]
    {
        // Work inside such work finds enough and stays where it is.
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
