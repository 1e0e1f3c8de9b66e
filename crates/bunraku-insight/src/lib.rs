//! Analysis of finished catalogs.
//!
//! [`why`] explains where a resource or a value comes from: what declared it, under which conditions, which attribute,
//! default, override or line of data set it, and from what that was computed.
//!
//! [`diff`] finds the differences between two catalogs of a node, and which nodes of a fleet a change affects.
//!
//! [`verify`] checks whether a catalog equals the one of another compiler.
//!
//! [`graph`] is the order in which an agent applies a catalog: containment and relationships, with its cycles;
//! [`automatic`] has the relationships that types add.
//!
//! [`check`] finds what an agent would reject, and [`listing`] prints a catalog for people.
//!
//! This crate neither compiles nor does I/O: a [`Catalog`](bunraku_catalog::Catalog) contains the causes of its values
//! and the sources of its places.

pub mod automatic;
pub mod check;
pub mod diff;
pub mod graph;
pub mod lines;
pub mod listing;
mod parts;
pub mod verify;
pub mod why;
