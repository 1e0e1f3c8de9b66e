//! Hiera 5: data in layers and hierarchies, with interpolation, merging and explanation.
//!
//! [`Hiera`] is the data of one generation of an environment, read on demand and shared by all compilations. A
//! compilation has a [`LookupCache`] and makes lookups from a [`Scope`], which provides variables and calls data
//! functions. [`config`] parses `hiera.yaml`, [`key`] parses keys. Files are read through a `World` only; facts
//! interpolated into a path cannot lead out of the folder that the hierarchy names.

mod cache;
pub mod config;
mod data;
mod error;
mod explain;
mod eyaml;
mod fence;
mod functions;
mod hiera;
mod interpolate;
mod inventory;
pub mod key;
mod layers;
mod merge;
mod options;
mod provider;
mod run;
mod scope;

pub use cache::LookupCache;
pub use error::{ErrorDetails, ErrorKind, LookupError};
pub use explain::{DataSource, Explanation, Paint, Step, StepKind, StepResult};
pub use functions::lookup_function;
pub use hiera::{Hiera, Layout, LookupResult, Origin, Request};
pub use inventory::{DataKey, DataValue};
pub use layers::Provenance;
pub use merge::{DeepOptions, Merge};
pub use scope::{Context, ContextId, Conversion, DataCall, DataFunctionResult, Scope, UnknownVariables};
