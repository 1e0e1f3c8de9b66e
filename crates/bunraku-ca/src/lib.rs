//! A certificate authority in Puppet's file layout, with the rules of puppetserver.
//!
//! An existing folder of puppetserver is used as it is, and puppetserver can read what is added to it. The crate opens
//! no sockets: a server calls it and passes the answers on to clients. Acknowledged changes are on disk, and no serial
//! number is used twice.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an authority is its files: this crate reads and writes them, asks the clock, and runs the program that \
              decides about requests"
)]

mod authority;
mod autosign;
mod certificate;
mod crl;
mod extension;
mod files;
mod inventory;
mod issue;
mod key;
mod layout;
mod name;
mod new_request;
mod oid;
mod pem;
mod refusal;
mod request;
mod serial;
mod settings;
mod signed;
mod status;
mod time;
pub mod tls;

pub use authority::{Authority, Cleaned, Generated, Import, Served, Submitted};
pub use certificate::Certificate;
pub use key::KeyKind;
pub use new_request::{GeneratedRequest, NewRequest};
pub use oid::{oid_of, short_name};
pub use refusal::{Failure, Refusal};
pub use serial::Serial;
pub use settings::{Autosign, CaSettings, Clock, DEFAULT_TTL, LONGEST_TTL, Level, Log, parse_ttl};
pub use status::{BulkSigned, CertificateDetails, Expirations, Fingerprints, State, Status};
