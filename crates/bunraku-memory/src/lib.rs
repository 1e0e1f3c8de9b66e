//! The allocator of the program, and how much memory a thread holds.
//!
//! A program that links this crate allocates with mimalloc: a compilation makes and drops tens of thousands of small objects,
//! and a tenth of its time depends on the allocator. What each thread allocates is counted for `--max-memory`.
//!
//! It is a crate of its own so that it is fully optimised, whatever the crates around it are: every allocation of the program
//! runs through it. The libraries must not depend on it, because choosing an allocator is up to whoever builds a program.

use alloc_metrics::MetricAlloc;
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MetricAlloc<MiMalloc> = MetricAlloc::new(MiMalloc);

/// The bytes that the current thread has allocated less those that it has freed. It is negative for a thread that frees what
/// others have allocated.
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
