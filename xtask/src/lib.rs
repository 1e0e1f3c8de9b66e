//! What the project's fuzzers share: the properties that hold for every input, whichever fuzzer generates it.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tools are programs of their own: they read, write, measure and start what they need"
)]

pub mod evaluation;
pub mod ruby;
pub mod targets;
