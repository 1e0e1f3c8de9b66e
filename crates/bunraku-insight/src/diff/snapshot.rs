//! A catalog in the form in which it is compared.

mod wire;

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;

use bunraku_catalog::{Catalog, Cause, Resource};
use bunraku_diag::{FileId, Span};
use bunraku_pcore::Value;

/// A catalog for comparison: resources by reference, values as agents receive them.
#[derive(Debug, Clone, Default)]
pub struct Snapshot {
    /// The name of the node.
    pub node: String,
    pub(super) resources: BTreeMap<String, Entry>,
}

/// The location of a catalog's code.
#[derive(Debug, Clone, Default)]
pub struct Home {
    /// The folder: file names are relative to it.
    pub folder: String,
    /// The path to show in values instead of the folder's, if the folder is only a copy: that of the original.
    pub copy_of: Option<String>,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Entry {
    pub parameters: BTreeMap<String, Given>,
    pub tags: Vec<String>,
    pub exported: bool,
    /// The names of sensitive parameters.
    pub sensitive: Vec<String>,
    pub container: Option<String>,
    pub origin: Option<Origin>,
}

/// The value of a parameter, and what set it.
#[derive(Debug, Clone)]
pub(super) struct Given {
    pub value: Value,
    pub origin: Option<Origin>,
}

/// A line of code or of data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The file, relative to the folder of the environment if it is inside.
    pub file: Arc<str>,
    /// The line, starting from one.
    pub line: Option<u32>,
    /// The key, for a line of data.
    pub key: Option<String>,
    /// Whether this is where the resource of a parameter is declared, because what set the value is not known.
    pub is_declaration: bool,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        self.key.as_ref().map_or(Ok(()), |key| write!(f, " ({key})"))
    }
}

impl Snapshot {
    /// Creates a snapshot from a catalog of this program.
    pub fn of(catalog: &Catalog, home: &Home) -> Snapshot {
        Snapshot::of_some(catalog, home, |_| true)
    }

    /// Creates a snapshot of the wanted resources of a catalog.
    pub(super) fn of_some(catalog: &Catalog, home: &Home, is_wanted: impl Fn(&Resource) -> bool) -> Snapshot {
        let mut snapshot = Snapshot { node: catalog.header().name.clone(), ..Snapshot::default() };
        let mut reading = Reading { catalog, home, files: HashMap::new() };
        for resource in catalog.resources().filter(|resource| is_wanted(resource)) {
            snapshot.resources.insert(resource.reference(), reading.entry(resource));
        }
        for (from, to) in catalog.edges().filter(|(_, to)| is_wanted(to)) {
            if let Some(entry) = snapshot.resources.get_mut(&to.reference()) {
                entry.container = Some(from.reference());
            }
        }
        snapshot
    }

    /// Where a resource is declared.
    pub(crate) fn declared_at(&self, reference: &str) -> Option<&Origin> {
        self.resources.get(reference)?.origin.as_ref()
    }

    /// Parses the JSON of a catalog: as compilers write it, inside an older document with `data`, or as returned by
    /// PuppetDB. The error says why it is not a catalog.
    pub fn from_json(text: &str) -> Result<Snapshot, String> {
        wire::read(text)
    }
}

/// A catalog that is being converted.
struct Reading<'c> {
    catalog: &'c Catalog,
    home: &'c Home,
    files: HashMap<FileId, Arc<str>>,
}

impl Reading<'_> {
    fn entry(&mut self, resource: &Resource) -> Entry {
        let mut sensitive: Vec<String> = resource.sensitive.iter().map(|name| name.to_string()).collect();
        let mut parameters = BTreeMap::new();
        for (name, value) in self.catalog.shown_parameters(resource) {
            if matches!(*value, Value::Sensitive(_)) {
                sensitive.push(name.to_string());
            }
            let value = wire::value(self.catalog.header().rules, &value);
            let value = match &self.home.copy_of {
                Some(original) => wire::renamed(&value, &self.home.folder, original),
                None => value,
            };
            // Names are in lowercase here; those in the code may not be.
            let param = resource.params.iter().find(|param| param.name.eq_ignore_ascii_case(&name));
            let origin =
                param.and_then(|param| self.catalog.cause(param)).and_then(|cause| self.cause(cause));
            parameters.insert(name.into_owned(), Given { value, origin });
        }
        Entry {
            parameters,
            tags: resource.tags.iter().map(str::to_owned).collect(),
            exported: resource.exported,
            sensitive,
            container: None,
            origin: resource.place.and_then(|place| self.code(place)),
        }
    }

    fn cause(&mut self, cause: &Cause) -> Option<Origin> {
        if let Some(place) = cause.place() {
            return self.code(place);
        }
        match cause {
            Cause::Data { key, hits } => {
                let hit = hits.first()?;
                let file = hit.file.as_ref()?.display().to_string();
                Some(Origin {
                    file: self.named(&file),
                    line: hit.line,
                    key: Some(key.to_string()),
                    is_declaration: false,
                })
            }
            Cause::Flow { cause, .. } => {
                let catalog = self.catalog;
                catalog.cause_of(*cause).and_then(Cause::place).and_then(|place| self.code(place))
            }
            _ => None,
        }
    }

    fn code(&mut self, place: Span) -> Option<Origin> {
        let source = self.catalog.source(place)?;
        let file = match self.files.get(&place.file) {
            Some(file) => Arc::clone(file),
            None => {
                let file = self.named(source.name());
                self.files.insert(place.file, Arc::clone(&file));
                file
            }
        };
        Some(Origin { file, line: Some(source.line_at(place.range.start)), key: None, is_declaration: false })
    }

    /// A file name relative to the folder of the environment.
    fn named(&self, file: &str) -> Arc<str> {
        let inside = file.strip_prefix(self.home.folder.as_str()).filter(|_| !self.home.folder.is_empty());
        inside.map_or(file, |rest| rest.trim_start_matches('/')).into()
    }
}
