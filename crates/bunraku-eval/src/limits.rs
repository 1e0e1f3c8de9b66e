//! Settings and limits of an evaluation.

use bunraku_check::Strict;

/// Settings that change what an evaluation does.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// What happens with code that is most likely a mistake.
    pub strict: Strict,
    /// Whether a variable that nothing has set is an error, whatever `strict` says.
    pub strict_variables: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { strict: Strict::Error, strict_variables: true }
    }
}

/// Limits that protect whoever runs code of others. All are finite unless an embedder says otherwise.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How deep calls may be nested.
    pub depth: u32,
    /// How many steps an evaluation may take, Puppet code and code in other languages together. A step is an
    /// expression: the default is about half a minute of work, hundreds of times what large nodes take.
    pub steps: u64,
    /// How many elements or bytes a single value may have.
    pub size: usize,
    /// How many bytes of the thread's stack nested calls may take: a call inside of a large expression takes more
    /// than others, so that `depth` alone does not tell. Whoever runs code knows how large the stack is; the crate
    /// `bunraku` brings one and lowers this to what fits.
    pub stack: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { depth: 1_000, steps: 500_000_000, size: 1 << 28, stack: usize::MAX }
    }
}
