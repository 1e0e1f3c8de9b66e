//! Inputs for tests, benchmarks and fuzzers of everything that reads programs, and the laws of the syntax tree.
//!
//! The crate stands above `bunraku-syntax`, and so do the tests and benchmarks of the parser that need these inputs:
//! a development dependency of `bunraku-syntax` on it would be a cycle.

pub mod cases;
pub mod hostile;
pub mod laws;
pub mod manifests;
pub mod mutate;
pub mod random;
