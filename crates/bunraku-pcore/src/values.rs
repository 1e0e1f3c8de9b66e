//! The values other than numbers, strings, arrays and hashes, one file each.

mod binary;
pub mod calendar;
mod iter;
mod object;
mod runtime;
mod sensitive;
mod strftime;
mod strptime;
mod timespan;
mod timespan_format;
mod timestamp;
mod uri;
mod uri_join;
mod version;
mod version_range;
mod zone;

pub use binary::Binary;
pub use iter::{Iter, Iterable};
pub use object::Object;
pub use runtime::RuntimeObject;
pub use sensitive::Sensitive;
pub use timespan::{Timespan, TimespanFields};
pub use timespan_format::TimespanFormat;
pub use timestamp::{Timestamp, TimestampError};
pub(crate) use uri::default_port;
pub use uri::{Uri, UriParts};
pub use version::{Identifier, Version};
pub use version_range::VersionRange;
