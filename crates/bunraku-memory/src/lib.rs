//! The allocator of the program, which counts the memory of each thread.
//!
//! A program that links this crate allocates with mimalloc: a compilation creates and drops tens of thousands of small
//! objects, and a tenth of its time depends on the allocator. The allocations of each thread are counted for
//! `--max-memory`.
//!
//! It is a separate crate so that it is always fully optimized: every allocation of the program goes through it. The
//! libraries must not depend on it, because the choice of an allocator is up to the program.

use alloc_metrics::MetricAlloc;
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MetricAlloc<MiMalloc> = MetricAlloc::new(MiMalloc);

/// The bytes that the current thread has allocated, minus those that it has freed. Negative for a thread that frees
/// what others have allocated.
pub fn held_by_thread() -> isize {
    alloc_metrics::thread_metrics().allocated_bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_allocated_and_freed_is_counted() {
        let before = held_by_thread();
        let bytes = vec![1_u8; 1 << 20];
        assert!(held_by_thread() - before >= 1 << 20);
        drop(bytes);
        assert!(held_by_thread() - before < 1 << 20);
    }
}
