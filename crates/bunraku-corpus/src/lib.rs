//! Inputs for the tests, benchmarks and fuzzers of everything that reads programs, and the laws of the syntax tree.
//!
//! [`manifests`] and [`mutate`] generate valid and broken manifests from a seed, the same on every machine; [`cases`]
//! reads the programs of the conformance cases; [`hostile`] has programs that try to exhaust time, stack or memory;
//! [`laws`] checks what must hold for every syntax tree; [`postgres`] runs a database server for tests of what needs one.
//!
//! The crate is never published and nothing in the product may depend on it. It depends on `bunraku-syntax`, so the
//! parser's tests and benchmarks that need these inputs live here too: a development dependency in the other direction
//! would be a cycle.

pub mod cases;
pub mod hostile;
pub mod laws;
pub mod manifests;
pub mod mutate;
pub mod postgres;
pub mod random;
mod skip;

pub use skip::skipped;
