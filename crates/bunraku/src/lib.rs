//! The Puppet language for embedders.
//!
//! [`Program`] takes a manifest from its text to what it does: log lines, errors and a catalog. [`Session`] does the
//! same for one input after the other, as in a conversation.

mod classification;
mod environment;
mod lookup;
mod program;
mod session;
mod template;
mod usage;

pub use bunraku_catalog::value_json;
pub use bunraku_stdlib::yaml;
pub use classification::{Classification, ClassificationError};
pub use environment::Site;
pub use lookup::DataSession;
pub use program::{Outcome, Program, library};
pub use session::{Names, Reply, Session};
pub use template::TemplateSession;
pub use usage::Usage;
