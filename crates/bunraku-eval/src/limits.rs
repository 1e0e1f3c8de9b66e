//! Settings and limits of an evaluation.

use std::time::Duration;

use bunraku_check::Strict;

/// Settings that change what an evaluation does.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// What happens with code that is most likely a mistake.
    pub strict: Strict,
    /// Whether a variable that nothing has set is an error, whatever `strict` says.
    pub strict_variables: bool,
    /// What random numbers of code in other languages start from. Without one they follow from the name of the node and
    /// the day, so that compilations of a day agree.
    pub seed: Option<u64>,
    /// Whether it is noted which code runs.
    pub coverage: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { strict: Strict::Error, strict_variables: true, seed: None, coverage: false }
    }
}

/// Limits that protect whoever runs code of others. All are finite unless an embedder says otherwise.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How deep calls may be nested, and how deep values and types.
    pub depth: u32,
    /// How many steps an evaluation may take, Puppet code and code in other languages together. A step is an
    /// expression, or a part of a large value that is gone through: the default is about half a minute of work, hundreds
    /// of times what large nodes take.
    pub steps: u64,
    /// How long an evaluation may take. A world without a [clock](bunraku_world::World::elapsed) has no time.
    pub time: Option<Duration>,
    /// How many bytes an evaluation may hold at once. With a [`meter`](Limits::meter) all that lives is counted. Without
    /// one only single values are held to it: none may take more, written out with all that it shares.
    pub memory: u64,
    /// What counts the bytes that the current thread has allocated and not freed; an evaluation stays on one thread. A
    /// program that counts in its global allocator can tell, others leave this out.
    pub meter: Option<Meter>,
    /// How many elements or bytes a single value may have.
    pub size: usize,
    /// How many bytes of the thread's stack nested calls may take: a call inside a large expression takes more
    /// than others, so that `depth` alone does not tell. Whoever runs code knows how large the stack is; the crate
    /// `bunraku` brings one and lowers this to what fits.
    pub stack: usize,
}

/// Tells how many bytes the current thread has allocated and not freed. Only differences count: memory may be freed on
/// another thread than the one that allocated it.
pub type Meter = fn() -> isize;

impl Limits {
    /// The limits that are set unless somebody says otherwise: far above what programs need.
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
