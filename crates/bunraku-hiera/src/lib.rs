//! Hiera 5.

pub mod config;
mod data;
mod error;
pub mod hocon;
pub mod json;
pub mod key;
mod merge;
pub mod yaml;

pub use error::{ErrorKind, LookupError};
pub use merge::{DeepOptions, Merge};
