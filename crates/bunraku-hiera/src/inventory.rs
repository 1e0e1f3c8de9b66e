//! All keys that the data of a node has, for tools that look for unused ones.

use std::path::PathBuf;

use bunraku_pcore::Str;

use crate::cache::LookupCache;
use crate::data::Content;
use crate::error::LookupError;
use crate::hiera::{Hiera, LayerId};
use crate::layers::{Level, Place};
use crate::options::LOOKUP_OPTIONS;
use crate::scope::Scope;
use crate::yaml::Position;

/// A key in a data file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataKey {
    /// The key.
    pub key: Str,
    /// The file.
    pub file: PathBuf,
    /// Where it stands.
    pub position: Position,
    /// The module whose data it is.
    pub module: Option<String>,
}

impl Hiera {
    /// The keys of all data files that lookups from this scope would read, layer by layer and level by level. What
    /// functions give is not known.
    pub fn all_keys(&self, scope: &mut dyn Scope, cache: &LookupCache) -> Result<Vec<DataKey>, LookupError> {
        let mut run = self.run(scope, cache);
        let mut keys = Vec::new();
        for layer in self.layer_ids() {
            let Some(config) = self.config(layer)? else { continue };
            let resolved = run.resolve(layer, config)?;
            for level in resolved.levels.iter().chain(&resolved.default_levels) {
                collect(level, self.module_name(layer), &mut keys)?;
            }
        }
        Ok(keys)
    }

    fn layer_ids(&self) -> impl Iterator<Item = LayerId> + use<> {
        LayerId::all(self.layer_count())
    }
}

fn collect(level: &Level, module: Option<&str>, keys: &mut Vec<DataKey>) -> Result<(), LookupError> {
    for location in &level.locations {
        let Place::File(file) = &location.place else { continue };
        match &file.content {
            Content::Data(data) => {
                keys.extend(data.keys().filter(|(key, _)| *key != LOOKUP_OPTIONS).map(|(key, entry)| {
                    DataKey {
                        key: Str::from(key.as_str()),
                        file: file.path.clone(),
                        position: entry.position,
                        module: module.map(str::to_string),
                    }
                }));
            }
            Content::Broken(error) => return Err(error.clone()),
            Content::Missing | Content::Unread => {}
        }
    }
    Ok(())
}
