//! What the fuzzers of the project share: what holds for the evaluation of every text.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tools are programs of their own: they read, write, measure and start what they need"
)]

pub mod evaluation;
pub mod ruby;
