//! Environments, modules and autoloading, over any files.
//!
//! Files are read through a [`World`](bunraku_world::World): a disk, a memory, the unsaved buffers of an editor. An
//! [`Environment`] never changes; its caches fill up and are shared by all threads. Loading reads, checks and lowers a
//! file; it evaluates nothing and loads nothing else.

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
mod setting_kind;
mod setting_table;
mod settings;
mod witness;

pub use cache::{Cache, MAX_KEPT};
pub use environment::{Environment, EnvironmentError, Layout};
pub use foreign::ForeignFunction;
pub use handover::Handover;
pub use load::{LoadError, LoadedFile, unreadable};
pub use modules::Module;
pub use settings::{PuppetSettings, SettingVariables};
