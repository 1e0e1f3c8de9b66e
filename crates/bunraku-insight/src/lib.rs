//! Questions about finished catalogs.
//!
//! [`why`] tells where a resource or a value comes from: who declared it, under which conditions, which attribute, default,
//! override or line of data gave it, and what that was computed from.
//!
//! [`diff`] tells what differs between two catalogs of a node, and which nodes of a fleet a change reaches.
//!
//! [`verify`] tells whether a catalog is the one that another compiler made.
//!
//! [`graph`] is the order in which an agent applies a catalog: containment and relationships, with the cycles in it;
//! [`automatic`] has the relationships that types add by themselves.
//!
//! [`check`] finds what an agent would refuse, and [`listing`] is a catalog that people can read.
//!
//! Nothing is compiled here and nothing is read: a [`Catalog`](bunraku_catalog::Catalog) knows the causes of its values and
//! the sources of its places.

pub mod automatic;
pub mod check;
pub mod diff;
pub mod graph;
pub mod lines;
pub mod listing;
mod parts;
pub mod verify;
pub mod why;
