//! What the fuzzers of the project share: what holds for every text, whoever makes the texts up.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tools are programs of their own: they read, write, measure and start what they need"
)]

pub mod evaluation;
pub mod ruby;
pub mod targets;
