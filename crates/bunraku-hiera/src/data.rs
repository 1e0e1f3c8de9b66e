//! Data files: read once per environment generation, then shared by all compilations.

mod table;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use bunraku_formats::{
    Error, Position, hocon, json,
    yaml::{self, Flaw},
};
use bunraku_pcore::{Str, Value};
use bunraku_world::{AskedBy, FileKind, Refused, World, reason};
use hashbrown::HashTable;

use crate::error::{ErrorKind, LookupError};
use crate::key::{Key, key_hash};

pub(crate) use table::Table;

/// The format of a data file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Format {
    /// `yaml_data`.
    Yaml,
    /// `json_data`.
    Json,
    /// `hocon_data`.
    Hocon,
    /// Read by a function; only the existence of the file matters here.
    Other,
}

impl Format {
    /// The format that a built-in `data_hash` function reads.
    pub(crate) fn of_function(name: &str) -> Option<Format> {
        match name {
            "yaml_data" => Some(Format::Yaml),
            "json_data" => Some(Format::Json),
            "hocon_data" => Some(Format::Hocon),
            _ => None,
        }
    }
}

/// A data file.
#[derive(Debug)]
pub(crate) struct DataFile {
    pub(crate) path: Arc<Path>,
    pub(crate) content: Content,
}

/// What is in a data file.
#[derive(Debug)]
pub(crate) enum Content {
    /// The file does not exist.
    Missing,
    /// The content was not needed.
    Unread,
    /// The file cannot be read or parsed.
    Broken(LookupError),
    Data(Data),
}

/// The data of a file.
#[derive(Debug, Default)]
pub(crate) struct Data {
    /// The entries whose keys are strings.
    entries: Vec<DataEntry>,
    /// The index of each key in the entries, by the key's hash.
    index: HashTable<u32>,
    /// The first key that is not a string, which is an error in module data.
    pub(crate) odd_key: Option<Position>,
    /// Whether the file is empty, which deserves a warning.
    pub(crate) empty: bool,
    /// Whether the data also depends on other files or environment variables.
    borrows: bool,
}

/// A key of a data file and its value.
#[derive(Debug)]
pub(crate) struct DataEntry {
    key: Str,
    /// The value as it was parsed.
    pub(crate) value: Value,
    pub(crate) position: Position,
    /// Whether the value contains `%{` anywhere.
    pub(crate) interpolates: bool,
    /// Why the value cannot be used.
    pub(crate) flaw: Option<Arc<Flaw>>,
}

impl Data {
    /// Finds the entry of a key and its number.
    pub(crate) fn get(&self, key: &Key) -> Option<(u32, &DataEntry)> {
        let entry = |index: u32| self.entries.get(index as usize);
        let index =
            *self.index.find(key.hash, |index| entry(*index).is_some_and(|entry| entry.key == key.root))?;
        entry(index).map(|entry| (index, entry))
    }

    /// All keys.
    pub(crate) fn keys(&self) -> impl Iterator<Item = (&Str, &DataEntry)> {
        self.entries.iter().map(|entry| (&entry.key, entry))
    }

    fn new(value: Value, positions: &[Position], flaws: &HashMap<usize, Arc<Flaw>>) -> Data {
        let mut data = Data::default();
        let Value::Hash(hash) = value else { return data };
        data.entries.reserve_exact(hash.len());
        data.index.reserve(hash.len(), |_| 0);
        for (number, (key, value)) in hash.into_iter().enumerate() {
            let position = positions.get(number).copied().unwrap_or_default();
            let Value::Str(key) = key else {
                data.odd_key.get_or_insert(position);
                continue;
            };
            let index = u32::try_from(data.entries.len()).unwrap_or(u32::MAX);
            let interpolates = interpolates(&value);
            data.entries.push(DataEntry {
                key,
                value,
                position,
                interpolates,
                flaw: flaws.get(&number).cloned(),
            });
            let entries = &data.entries;
            let hash_of = |index: u32| entries.get(index as usize).map_or(0, |entry| key_hash(&entry.key));
            data.index.insert_unique(hash_of(index), index, |index| hash_of(*index));
        }
        data
    }
}

impl DataFile {
    /// Reads a file.
    pub(crate) fn load(files: &dyn World, path: &Path, format: Format) -> DataFile {
        let content = match files.stamp(path) {
            None => match files.refusal(path) {
                Some(refused) => Content::Broken(LookupError::refused(&refused)),
                None => Content::Missing,
            },
            Some(_) if format == Format::Other => Content::Unread,
            Some(_) => match read(files, path, format) {
                Ok(data) => Content::Data(data),
                Err(error) => Content::Broken(error),
            },
        };
        DataFile { path: path.into(), content }
    }

    /// A file that does not exist.
    pub(crate) fn missing(path: &Path) -> DataFile {
        DataFile { path: path.into(), content: Content::Missing }
    }

    /// A file that must not be read.
    pub(crate) fn refused(path: &Path, refused: &Refused) -> DataFile {
        DataFile { path: path.into(), content: Content::Broken(LookupError::refused(refused)) }
    }

    /// Whether it was read and its data depends on nothing else.
    pub(crate) fn is_whole(&self) -> bool {
        matches!(&self.content, Content::Data(data) if !data.borrows)
    }

    /// Whether reading was ended by the limits of a node.
    pub(crate) fn was_ended(&self) -> bool {
        matches!(&self.content, Content::Broken(error) if error.kind == ErrorKind::Ended)
    }

    /// Whether the file exists.
    pub(crate) fn exists(&self) -> bool {
        !matches!(self.content, Content::Missing)
    }
}

/// Reads a file as a string.
pub(crate) fn read_text(files: &dyn World, path: &Path, kind: ErrorKind) -> Result<String, LookupError> {
    let purpose = match kind {
        ErrorKind::InvalidConfig => FileKind::Configuration,
        _ => FileKind::Data,
    };
    let bytes = files.read(path, purpose).map_err(|error| match Refused::of(&error) {
        Some(refused) => LookupError::refused(refused),
        None => LookupError::new(kind, format!("this file cannot be read: {}", reason(&error)))
            .in_file(path, None),
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let before =
            String::from_utf8_lossy(error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or(&[]))
                .matches('\n')
                .count();
        let position = Position { line: u32::try_from(before + 1).unwrap_or(u32::MAX), column: 1 };
        LookupError::new(kind, "this file is not valid UTF-8").in_file(path, Some(position))
    })
}

fn read(files: &dyn World, path: &Path, format: Format) -> Result<Data, LookupError> {
    let kind = ErrorKind::InvalidData;
    let text = read_text(files, path, kind)?;
    let unreadable = |error: Error| LookupError::unreadable(kind, path, &error);
    let no_hash = || {
        let message = "expected a hash of keys and values in this file";
        LookupError::new(kind, message).in_file(path, Some(Position { line: 1, column: 1 }))
    };
    match format {
        Format::Yaml => {
            let document = yaml::read(&text).map_err(unreadable)?;
            match document.value {
                Value::Hash(_) => Ok(Data::new(document.value, &document.positions, &document.flaws)),
                Value::Undef | Value::Bool(false) => Ok(Data { empty: true, ..Data::default() }),
                _ => Err(no_hash()),
            }
        }
        Format::Json => {
            let json = json::read(&text).map_err(unreadable)?;
            match json.value {
                Value::Hash(_) => Ok(Data::new(json.value, &json.positions, &HashMap::new())),
                _ => Err(no_hash()),
            }
        }
        Format::Hocon => {
            let around = Around { files, asked: Cell::new(false), refused: RefCell::default() };
            let hocon = hocon::read_in(&text, &around).map_err(|error| match around.refused.take() {
                Some(refused) => LookupError::refused(&refused).in_file(path, Some(error.position)),
                None => unreadable(error),
            })?;
            match hocon.value {
                Value::Hash(_) => {
                    let data = Data::new(hocon.value, &hocon.positions, &HashMap::new());
                    Ok(Data { borrows: around.asked.get(), ..data })
                }
                _ => Err(no_hash()),
            }
        }
        Format::Other => Ok(Data::default()),
    }
}

/// What HOCON in a data file may refer to.
struct Around<'f> {
    files: &'f dyn World,
    asked: Cell<bool>,
    /// What was requested and denied.
    refused: RefCell<Option<Refused>>,
}

impl Around<'_> {
    fn refuse(&self, refused: Refused) -> String {
        let message = refused.to_string();
        self.refused.replace(Some(refused));
        message
    }
}

impl hocon::World for Around<'_> {
    fn variable(&self, name: &str) -> Result<Option<String>, String> {
        self.asked.set(true);
        self.files.variable(name, AskedBy::Code).map_err(|refused| self.refuse(refused))
    }

    fn file(&self, path: &Path) -> Result<Option<String>, String> {
        self.asked.set(true);
        match self.files.read(path, FileKind::Data) {
            Ok(bytes) => Ok(String::from_utf8(bytes).ok()),
            Err(error) => match Refused::of(&error) {
                Some(refused) => Err(self.refuse(refused.clone())),
                None => Ok(None),
            },
        }
    }
}

fn interpolates(value: &Value) -> bool {
    match value {
        Value::Str(text) => text.contains("%{"),
        Value::Array(array) => array.iter().any(interpolates),
        Value::Hash(hash) => hash.iter().any(|(key, value)| interpolates(key) || interpolates(value)),
        _ => false,
    }
}
