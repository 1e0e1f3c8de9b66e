//! The memory that a compilation takes, for `--max-memory`.

use std::fs;

/// The bytes that the current thread takes: what it holds, and what the allocator wastes for it.
///
/// Strings of an unfortunate size take half as much again as is counted. What the process takes is known only for all
/// threads together, so it counts if most of it belongs to this thread.
pub fn taken_by_thread() -> isize {
    let held = bunraku_memory::held_by_thread();
    if held < WORTH_ASKING {
        return held;
    }
    let resident = resident().unwrap_or(0);
    if held >= resident / 2 { held.max(resident / 5 * 4) } else { held }
}

/// A thread that holds less does not waste so much that it matters.
const WORTH_ASKING: isize = 256 << 20;

/// The size of a page of memory, as most systems with `/proc` have it. Larger ones make the answer too small.
const PAGE: isize = 4096;

/// The resident memory of the process, where the system provides it.
fn resident() -> Option<isize> {
    let pages = fs::read_to_string("/proc/self/statm").ok()?;
    let pages: isize = pages.split(' ').nth(1)?.parse().ok()?;
    pages.checked_mul(PAGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_allocator_wastes_counts_for_the_thread_that_holds_most() {
        // No class of sizes fits, so that a part of each block is lost.
        let blocks: Vec<Vec<u8>> = (0..4_000).map(|_| vec![1; 98_400]).collect();
        let (held, taken) = (bunraku_memory::held_by_thread(), taken_by_thread());
        assert!(held >= 4_000 * 98_400 && taken >= held);
        drop(blocks);
        assert_eq!(taken_by_thread(), bunraku_memory::held_by_thread());
    }
}
