//! The machine that bunraku runs on, as a [`World`](bunraku_world::World).
//!
//! [`Machine`] is the only code that reads the files, the clock and the environment of the operating system and that
//! starts commands on behalf of a compilation. What it gives is a question of its [`Policy`](bunraku_world::Policy). It
//! writes nothing but the scratch files that commands read, and the data that code keeps where the caller names a
//! [`StateFolder`] for them.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "this crate is the one that implements the seam to the operating system"
)]

mod look;
mod machine;
mod run;
mod scratch;
mod state;

pub use machine::Machine;
pub use state::StateFolder;
