//! Lookups in levels with encrypted values.

use bunraku_pcore::{Hash, Value};

use super::decrypt;
use crate::data::{Content, DataEntry, DataFile};
use crate::error::{ErrorKind, LookupError};
use crate::interpolate::Methods;
use crate::key::Key;
use crate::layers::{DataAt, Level, Location};
use crate::provider::no_place;
use crate::provider::origin;
use crate::run::{Hit, Run};

impl Run<'_> {
    /// Searches a file with encrypted values.
    pub(crate) fn ask_eyaml(
        &mut self,
        level: &Level,
        location: &Location,
        module: Option<&str>,
        key: &Key,
    ) -> Result<Option<Hit>, LookupError> {
        let DataAt::File(file) = &location.place else { return Err(no_place(level)) };
        let data = match &file.content {
            Content::Data(data) => data,
            Content::Broken(error) => return Err(error.clone()),
            Content::Missing | Content::Unread => return Ok(None),
        };
        self.warn_if_empty(file, data);
        let Some((_, entry)) = data.get(key) else { return Ok(None) };
        let origins = origin(location, Some(entry.position));
        let context = self.context(location, module);
        let name: &str = &key.root;
        let known = self.cache.with_context(context, |context| context.answers.get(name).cloned()).flatten();
        if let Some(value) = known {
            return Ok(Some(Hit { value, origins }));
        }
        let value = self.decrypted_entry(file, entry, &level.options)?;
        self.cache.with_context(context, |context| context.answers.insert(key.root.clone(), value.clone()));
        Ok(Some(Hit { value, origins }))
    }

    /// The value of an entry, decrypted and with its interpolations resolved.
    pub(crate) fn decrypted_entry(
        &mut self,
        file: &DataFile,
        entry: &DataEntry,
        options: &Hash,
    ) -> Result<Value, LookupError> {
        if let Some(flaw) = &entry.flaw {
            return Err(LookupError::flawed(ErrorKind::InvalidData, &file.path, flaw));
        }
        self.decrypted(&entry.value, options).map_err(|error| error.in_file(&file.path, Some(entry.position)))
    }

    fn decrypted(&mut self, value: &Value, options: &Hash) -> Result<Value, LookupError> {
        match value {
            Value::Str(text) => match decrypt(self.hiera.files(), self.hiera.keys(), options, text)? {
                Some(plain) => self.interpolate_text(&plain, Methods::Allowed),
                None => self.interpolate_text(text, Methods::Allowed),
            },
            Value::Array(array) => Ok(Value::Array(
                array.iter().map(|value| self.decrypted(value, options)).collect::<Result<_, _>>()?,
            )),
            Value::Hash(hash) => {
                let mut result = Hash::with_capacity(hash.len());
                for (key, value) in hash {
                    let key = self.interpolate(key, Methods::Allowed)?;
                    result.insert(key, self.decrypted(value, options)?);
                }
                Ok(Value::Hash(result))
            }
            value => Ok(value.clone()),
        }
    }
}
