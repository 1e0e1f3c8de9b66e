//! Replaces the private keys of a site in a build that cannot decrypt.

use std::path::{Path, PathBuf};

use bunraku_pcore::Hash;
use bunraku_world::World;

use super::fail;
use crate::error::LookupError;

/// No keys: nothing is decrypted.
#[derive(Debug, Default)]
pub(crate) struct Keys {}

impl Keys {
    /// The same for every environment.
    pub(crate) fn of(_: Option<&Path>) -> Keys {
        Keys {}
    }

    /// There are no keys to record.
    pub(crate) fn name(&self, _: &dyn World, _: &Hash) -> Option<PathBuf> {
        None
    }

    /// Always fails, whatever key the options name.
    pub(super) fn decrypt(&self, _: &dyn World, _: &Hash, _: &str) -> Result<Vec<u8>, LookupError> {
        Err(fail("this build of bunraku cannot decrypt values")
            .with_help("use a build with the feature `eyaml`"))
    }
}
