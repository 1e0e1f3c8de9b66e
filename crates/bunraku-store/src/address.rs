//! Stores that are servers, by their addresses.

use std::sync::Arc;

use crate::{Backend, Database, Error, Options};

/// Whether a name is the address of a server, and not a file.
pub fn is_address(name: &str) -> bool {
    ["postgres:", "postgresql:"].iter().any(|scheme| name.starts_with(scheme))
}

/// Connects to a server: `postgres://user@host:port/database`.
pub fn connect(name: &str, options: &Options) -> Result<Arc<dyn Backend>, Error> {
    Ok(Arc::new(Database::connect(name, options)?))
}
