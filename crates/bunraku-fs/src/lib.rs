//! The machine that bunraku runs on, as a [`World`](bunraku_world::World).
//!
//! On behalf of a compilation, only [`SystemWorld`] reads the files, the clock and the environment variables of the
//! operating system and starts commands. Its [`Policy`](bunraku_world::Policy) decides what is allowed. It writes
//! nothing except the temporary files that commands read, and the data that code keeps in a [`StateFolder`], if the
//! caller provides one.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "this crate is the one that implements the seam to the operating system"
)]

mod contents;
mod look;
mod run;
mod scratch;
mod state;
mod system;

pub use contents::Contents;
pub use state::StateFolder;
pub use system::SystemWorld;
