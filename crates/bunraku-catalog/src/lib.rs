//! The catalog of a node.
//!
//! A [`CatalogBuilder`] is the only writer of resources, parameters, edges and tags; what it returns can only be read.
//! Every parameter is written together with its [`Cause`]. [`CatalogBuilder::finish`] creates the [`Catalog`], which is
//! immutable and can be written as JSON in Puppet's wire format.
//!
//! This crate does not evaluate code and does not know where definitions come from; that is the compiler's part.

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
mod type_relation;

pub use builder::{CatalogBuilder, Clash, Key};
pub use catalog::{Catalog, Header, Version};
pub use cause::{Cause, CauseId, Causes, DataHit, Replaced};
pub use json::{Production, Shown, reference_text, rich_json, shown_value, value_json};
pub use params::Params;
pub use resource::{Kind, OriginId, Param, Resource, ResourceId, flat, flatten, shown_reference};
pub use search::{Progress, SearchCriteria};
pub use tags::{Tags, is_tag};
pub use type_relation::{RelationKind, TypeRelation};
