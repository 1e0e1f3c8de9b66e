//! Settings and limits of an evaluation.

use std::time::Duration;

use bunraku_check::Strict;

/// Settings that change the behaviour of an evaluation.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// How to treat code that is most likely a mistake.
    pub strict: Strict,
    /// Whether reading an unset variable is an error, independent of `strict`.
    pub strict_variables: bool,
    /// The seed for random numbers in Ruby code. Without one, it is derived from the name of the node and the date, so
    /// that all compilations of a day agree.
    pub seed: Option<u64>,
    /// Whether to record which code runs.
    pub coverage: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { strict: Strict::Error, strict_variables: true, seed: None, coverage: false }
    }
}

/// Limits that protect those who run other people's code. All are finite unless an embedder changes them.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How deeply calls may be nested, and how deeply values and types.
    pub depth: u32,
    /// How many steps an evaluation may take, Puppet code and code in other languages together. A step is an
    /// expression, or a part of a large value that is walked. The default is about half a minute of work, hundreds of
    /// times what large nodes need.
    pub steps: u64,
    /// How long an evaluation may take. Without effect in a world without a [clock](bunraku_world::World::elapsed).
    pub time: Option<Duration>,
    /// How many bytes an evaluation may use at once. With a [`meter`](Limits::meter), all live memory counts. Without
    /// one, the limit applies to each value, written out with everything that it shares.
    pub memory: u64,
    /// Counts the bytes that the current thread has allocated and not freed; an evaluation stays on one thread.
    /// Available to programs whose global allocator counts, `None` for others.
    pub meter: Option<Meter>,
    /// How many elements or bytes a single value may have.
    pub size: usize,
    /// How many bytes of the thread's stack nested calls may use. Needed in addition to `depth`, because a call inside
    /// a large expression uses more than others. The caller knows how large the stack is; the crate `bunraku` provides
    /// one and lowers this limit to what fits.
    pub stack: usize,
}

/// Returns how many bytes the current thread has allocated and not freed. Only differences matter: memory may be freed
/// on a different thread than it was allocated on.
pub type Meter = fn() -> isize;

impl Limits {
    /// The default limits, far above what programs need.
    pub const DEFAULT: Limits = Limits {
        depth: 1_000,
        steps: 500_000_000,
        time: Some(Duration::from_secs(600)),
        memory: 4 << 30,
        meter: None,
        size: 1 << 28,
        stack: usize::MAX,
    };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::DEFAULT
    }
}
