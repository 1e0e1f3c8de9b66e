//! The private keys of a site, which decrypt data.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use bunraku_pcore::values::Binary;
use bunraku_pcore::{Hash, Value};
use bunraku_world::{AskedBy, FileKind, Refused, World, reason};
use hashbrown::{HashMap, HashSet};

use super::fail;
use super::pkcs7::PrivateKey;
use crate::error::{ErrorKind, LookupError};

/// The keys that have been read, by origin. A key is needed for every block and is slow to read.
#[derive(Default)]
pub(crate) struct Keys {
    /// The folder of the environment, to which relative paths are resolved if the current folder does not have them.
    folder: Option<PathBuf>,
    read: Mutex<HashMap<KeyPlace, Result<Arc<PrivateKey>, LookupError>>>,
    /// Keys named by a configuration, which may be anywhere.
    named: Mutex<HashSet<KeyPlace>>,
}

/// The location of a key.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum KeyPlace {
    File(PathBuf),
    Variable { name: String, base64: bool },
}

impl Keys {
    /// The keys for an environment in a folder.
    pub(crate) fn of(folder: Option<&Path>) -> Keys {
        Keys { folder: folder.map(Path::to_owned), ..Keys::default() }
    }

    /// Records that a configuration names the key in these options. Returns its path if it is a file.
    pub(crate) fn name(&self, files: &dyn World, options: &Hash) -> Option<PathBuf> {
        let place = self.place(files, options).ok()?;
        let path = match &place {
            KeyPlace::File(path) => Some(path.clone()),
            KeyPlace::Variable { .. } => None,
        };
        self.named.lock().unwrap_or_else(PoisonError::into_inner).insert(place);
        path
    }

    /// Decrypts a block, which is in Base64.
    pub(super) fn decrypt(
        &self,
        files: &dyn World,
        options: &Hash,
        content: &str,
    ) -> Result<Vec<u8>, LookupError> {
        let key = self.get(files, options)?;
        let bytes = Binary::from_base64(content);
        key.decrypt(bytes.as_bytes()).map_err(|reason| fail(format!("cannot decrypt a value: {reason}")))
    }

    fn get(&self, files: &dyn World, options: &Hash) -> Result<Arc<PrivateKey>, LookupError> {
        let place = self.place(files, options)?;
        let is_named = self.named.lock().unwrap_or_else(PoisonError::into_inner).contains(&place);
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.entry(place.clone()).or_insert_with(|| read_key(files, &place, is_named)).clone()
    }
}

impl Keys {
    /// The location of the key in these options. hiera-eyaml only uses the current folder, which is arbitrary for a
    /// server.
    fn place(&self, files: &dyn World, options: &Hash) -> Result<KeyPlace, LookupError> {
        Ok(match (key_place(options)?, &self.folder) {
            (KeyPlace::File(path), Some(folder)) if path.is_relative() && !files.is_there(&path) => {
                let inside = folder.join(&path);
                KeyPlace::File(if files.is_there(&inside) { inside } else { path })
            }
            (place, _) => place,
        })
    }
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys")
    }
}

fn key_place(options: &Hash) -> Result<KeyPlace, LookupError> {
    let text = |name: &str| options.get_str(name).and_then(Value::as_str).map(str::to_owned);
    if let Some(name) = text("pkcs7_private_key_env_var") {
        return Ok(KeyPlace::Variable { name, base64: false });
    }
    if let Some(name) = text("pkcs7_b64_private_key_env_var") {
        return Ok(KeyPlace::Variable { name, base64: true });
    }
    match text("pkcs7_private_key") {
        Some(path) => Ok(KeyPlace::File(path.into())),
        None => Err(LookupError::new(ErrorKind::InvalidConfig, "no key to decrypt the values of this level")
            .with_help("set `options: {pkcs7_private_key: PATH}`")),
    }
}

fn read_key(files: &dyn World, place: &KeyPlace, is_named: bool) -> Result<Arc<PrivateKey>, LookupError> {
    let (kind, asked_by) = match is_named {
        true => (FileKind::Key, AskedBy::Settings),
        false => (FileKind::Content, AskedBy::Code),
    };
    let shown = match place {
        KeyPlace::File(path) => path.display().to_string(),
        KeyPlace::Variable { name, .. } => format!("${name}"),
    };
    let unusable = |reason: String| {
        let error = fail(format!("the private key `{shown}` cannot be used: {reason}"));
        match place {
            KeyPlace::File(_) => {
                error.with_help("set `pkcs7_private_key` in `hiera.yaml` to a key that can be read")
            }
            KeyPlace::Variable { .. } => error,
        }
    };
    let bytes = match place {
        KeyPlace::File(path) => files.read(path, kind).map_err(|error| match Refused::of(&error) {
            Some(refused) => LookupError::refused(refused),
            None => unusable(reason(&error)),
        })?,
        KeyPlace::Variable { name, base64 } => {
            let text = files.variable(name, asked_by).map_err(|refused| LookupError::refused(&refused))?;
            let text = text.ok_or_else(|| unusable("no such environment variable".to_owned()))?;
            if *base64 { Binary::from_base64(&text).as_bytes().to_vec() } else { text.into_bytes() }
        }
    };
    let text = String::from_utf8(bytes).map_err(|_| unusable("it is not in PEM format".to_owned()))?;
    PrivateKey::from_pem(&text).map(Arc::new).map_err(|reason| unusable(reason.to_owned()))
}
