//! What the project's tools, tests and benchmarks share: inputs to read and the laws that every result obeys.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tools are programs of their own: they read, write, measure and start what they need"
)]

pub mod cases;
pub mod corpus;
pub mod evaluation;
pub mod laws;
pub mod mutate;
pub mod random;
pub mod ruby;
