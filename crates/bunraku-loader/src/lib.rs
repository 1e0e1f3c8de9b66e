//! Environments, modules and autoloading, independent of a file system.
//!
//! Files are read through a [`World`](bunraku_world::World): a disk, memory, the unsaved buffers of an editor. An
//! [`Environment`] is immutable except for its caches, which all threads share. Loading a file reads, checks and lowers
//! it; it does not evaluate code or load further files.

mod autoload;
mod cache;
mod configuration;
mod environment;
mod foreign;
mod generated;
mod handover;
mod hints;
mod ini;
mod installation;
mod load;
mod metadata;
mod missing;
mod modules;
mod names;
mod outline;
mod setting_kind;
mod setting_table;
mod settings;
mod witness;

pub use cache::{Cache, MAX_KEPT, PathCache};
pub use environment::{Environment, EnvironmentError, Layout};
pub use foreign::ForeignFunction;
pub use handover::Handover;
pub use load::{LoadError, LoadedFile, unreadable};
pub use metadata::metadata;
pub use modules::Module;
pub use outline::EnvironmentFolders;
pub use settings::{PuppetSettings, SettingVariables};
