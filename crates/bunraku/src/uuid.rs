//! Identifiers of compilations.

use std::{
    hash::{BuildHasher, RandomState},
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use bunraku_world::World;

/// A unique identifier for a compilation in the form of a UUID: agents and stores distinguish catalogs by it.
pub(crate) fn unique(world: &dyn World, node: &str) -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Relaxed);
    let (seed, now) = (world.seed(), world.now());
    // Each `RandomState` has its own keys, which are random if there is an operating system.
    let part = |number: u64| RandomState::new().hash_one((number, seed, now, count, node));
    let (a, b) = (part(1), part(2));
    format!(
        "{:08x}-{:04x}-4{:03x}-a{:03x}-{:012x}",
        a >> 32,
        a >> 16 & 0xffff,
        a & 0xfff,
        b >> 48 & 0xfff,
        b & 0xffff_ffff_ffff
    )
}

#[cfg(test)]
mod tests {
    use super::unique;
    use bunraku_world::Nowhere;

    #[test]
    fn two_compilations_of_a_node_differ() {
        let (first, second) = (unique(&Nowhere, "a.example.com"), unique(&Nowhere, "a.example.com"));
        assert_ne!(first, second);
        assert_eq!(first.len(), 36);
        assert_eq!(first.split('-').map(str::len).collect::<Vec<_>>(), [8, 4, 4, 4, 12]);
    }
}
