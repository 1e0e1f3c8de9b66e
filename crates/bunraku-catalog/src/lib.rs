//! The catalog of a node.
//!
//! A [`CatalogBuilder`] is the only writer of resources, parameters, edges and tags: what it hands out can be read, not
//! changed. Every parameter is written together with its [`Cause`]. [`CatalogBuilder::finish`] gives the [`Catalog`],
//! which never changes: it is written as JSON in Puppet's wire format, compared, drawn and asked for causes.
//!
//! Nothing here evaluates code or knows where definitions come from; that is the compiler's part.

mod arrows;
mod builder;
mod catalog;
mod cause;
mod flow;
mod identity;
mod json;
mod laws;
mod params;
mod resource;
mod search;
mod tags;

pub use builder::{CatalogBuilder, Clash, Key};
pub use catalog::{Catalog, Header};
pub use cause::{Cause, CauseId, Causes, DataHit, Replaced};
pub use json::{Production, Shown, rich_json, value_json};
pub use params::Params;
pub use resource::{Kind, OriginId, Param, Resource, ResourceId, capitalized, flatten, shown_reference};
pub use search::{Progress, Wanted};
pub use tags::{Tags, is_tag};
