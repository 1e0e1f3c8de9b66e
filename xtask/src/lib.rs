//! What the project's tools, tests and benchmarks share: inputs to read and the laws that every result obeys.

pub mod cases;
pub mod corpus;
pub mod evaluation;
pub mod laws;
pub mod mutate;
pub mod random;
pub mod ruby;
