//! The interface between bunraku and the outside.
//!
//! Everything that a compilation reads from, runs on or learns about its surroundings goes through a [`World`]: files,
//! the time, a random seed, commands, environment variables, the resources of other nodes, and requests to stop. Only
//! the implementation for a real machine touches the operating system, so that the same compiler works on a disk, on
//! the unsaved buffers of an editor, in a test and in a browser.
//!
//! A world with something to protect has a [`Policy`], the only object that decides what code may read, run and learn.
//!
//! This crate does no I/O. It provides [`MemoryWorld`], a world in memory that can be layered over another one;
//! [`Stoppable`], a world with a deadline that can be cancelled; and [`Nowhere`], which is empty. A world that changes
//! some answers of another one returns that from [`World::beneath`] and implements only what it changes.

mod command;
mod file;
pub mod glob;
mod memory;
pub mod names;
mod policy;
mod refused;
mod state;
mod stop;
mod store;
mod walk;
mod world;

pub use bunraku_regexp::wildcard;
pub use command::{
    AskedBy, Command, CommandError, CommandLimits, Input, Invocation, Output, Status, Streams,
};
pub use file::{Entry, FileKind, FileLimits, Stamp, TooLarge, reason};
pub use memory::MemoryWorld;
pub use policy::{Policy, Trust, is_nothing, is_of_kernel};
pub use refused::Refused;
pub use state::{MemoryState, State, WithState, is_temporary, is_temporary_folder, state_name};
pub use stop::{Cancel, Stop, Stoppable};
pub use store::{Condition, Exported, ExportedQuery, Store, StoreError, Subject, WithStore};
pub use walk::{files_below, paths_below};
pub use world::{Nowhere, World};
