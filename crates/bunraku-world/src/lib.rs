//! The one seam between bunraku and the outside.
//!
//! Everything that a compilation reads, runs or learns from outside its own text goes through a [`World`]: files,
//! the time, a seed for randomness, commands, environment variables, the resources of other nodes, and the wish that
//! it stops. No other crate but the implementation for a real machine touches the operating system, so that the same
//! compiler works on a disk, on the unsaved buffers of an editor, in a test and in a browser.
//!
//! A world that has something to protect has a [`Policy`], the one object that decides what code may read, run and learn.
//!
//! This crate itself does nothing but compute. It has [`MemoryWorld`], a world in memory that may lie over another
//! one; [`Stoppable`], a world with a deadline that can be cancelled; and [`Nowhere`], which has nothing. A world that
//! changes some answers of another names that one in [`World::beneath`] and implements only what it changes.

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
mod world;

pub use command::{
    AskedBy, Command, CommandError, CommandLimits, Input, Invocation, Output, Status, Streams,
};
pub use file::{Entry, FileKind, FileLimits, Stamp, TooLarge};
pub use memory::MemoryWorld;
pub use policy::{Policy, Trust, is_of_kernel};
pub use refused::Refused;
pub use state::{MemoryState, State, WithState, state_name};
pub use stop::{Cancel, Stop, Stoppable};
pub use store::{Condition, Exported, ExportedQuery, Store, StoreError, Subject, WithStore};
pub use world::{Nowhere, World};
