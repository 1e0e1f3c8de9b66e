//! Stores that are servers, by address.

use std::{sync::Arc, time::Duration};

use crate::{Backend, Database, Error, Options, PuppetDb};

/// The schemes of PuppetDB addresses.
const PUPPETDB: [&str; 3] = ["puppetdb://", "https://", "http://"];

/// The schemes of PostgreSQL addresses.
const POSTGRES: [&str; 2] = ["postgres://", "postgresql://"];

/// How long a PuppetDB may take to answer.
const LIMIT: Duration = Duration::from_secs(30);

/// Whether a name is the address of a server, rather than a file.
pub fn is_address(name: &str) -> bool {
    PUPPETDB.iter().chain(&POSTGRES).any(|scheme| name.starts_with(scheme))
}

/// Connects to a server: `postgres://user@host:port/database`, or `https://host:port` for a PuppetDB.
pub fn connect(name: &str, options: &Options) -> Result<Arc<dyn Backend>, Error> {
    if POSTGRES.iter().any(|scheme| name.starts_with(scheme)) {
        return Ok(Arc::new(Database::connect(name, options)?));
    }
    Ok(Arc::new(PuppetDb::new(name, options.certificates.as_ref(), LIMIT, options.wait)?))
}
