//! The Puppet language for embedders.
//!
//! [`Program`] takes a manifest from its text to what it does: log lines, errors and a catalog. [`Session`] does the
//! same for one input after the other, as in a conversation.
//!
//! Neither touches the operating system: what they may see of the outside is a [`World`](world::World) that whoever
//! embeds them gives.

mod classification;
mod environment;
mod lookup;
mod program;
mod session;
mod template;
mod usage;
mod uuid;

pub use bunraku_catalog::{Catalog, Cause, DataHit, Header, Kind, Param, Resource, value_json};
pub use bunraku_stdlib::yaml;
pub use bunraku_world as world;
pub use classification::{Classification, ClassificationError};
pub use environment::Site;
pub use lookup::DataSession;
pub use program::{Outcome, Program, language, library};
pub use session::{Names, Reply, Session};
pub use template::TemplateSession;
pub use usage::Usage;
