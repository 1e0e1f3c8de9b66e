//! One level of a hierarchy.

use bunraku_pcore::{Hash, Value};

use super::{Entry, Function, FunctionKind, Places, Reader};
use crate::error::LookupError;
use crate::key::kind_of;

const KEYS: &[&str] = &[
    "name",
    "options",
    "data_hash",
    "lookup_key",
    "data_dig",
    "path",
    "paths",
    "glob",
    "globs",
    "uri",
    "uris",
    "mapped_paths",
    "datadir",
];

/// The level that is used if a configuration does not have any.
pub(super) fn common(function: Option<&Function>) -> Entry {
    let yaml = || Function { kind: FunctionKind::DataHash, name: "yaml_data".to_string() };
    Entry {
        name: "Common".to_string(),
        function: function.cloned().unwrap_or_else(yaml),
        datadir: None,
        places: Some(Places::Paths(vec!["common.yaml".to_string()])),
        options: Hash::new(),
        position: None,
    }
}

impl Reader<'_> {
    /// Parses a level.
    pub(super) fn entry(
        &self,
        value: &Value,
        at: &str,
        default_function: Option<&Function>,
        default_options: Option<&Hash>,
    ) -> Result<Entry, LookupError> {
        let Value::Hash(entry) = value else {
            let help = match value {
                Value::Str(path) => format!("write `- name: {path}` and below it `path: {path}.yaml`"),
                _ => "write `- name: ...` and below it `path: ...`".to_owned(),
            };
            let message = format!("a level must be a hash, got {}", kind_of(value));
            return Err(self.fail(at, message).with_help(help));
        };
        self.check_keys(entry, &format!("{at}."), KEYS)?;
        let name = self.text(entry, "name", at)?.ok_or_else(|| self.fail(at, "a level needs a `name`"))?;
        let function = match self.function(entry, at)? {
            Some(function) => function,
            None => default_function.cloned().ok_or_else(|| self.no_function(at, &name))?,
        };
        Ok(Entry {
            function,
            datadir: self.text(entry, "datadir", at)?,
            places: self.places(entry, at, &name)?,
            options: self.options(entry, at)?.or_else(|| default_options.cloned()).unwrap_or_default(),
            position: self.document.paths.get(at).copied(),
            name,
        })
    }

    fn places(&self, entry: &Hash, at: &str, name: &str) -> Result<Option<Places>, LookupError> {
        let one = |key: &str| Ok::<_, LookupError>(self.text(entry, key, at)?.map(|text| vec![text]));
        let mapped = match self.texts(entry, "mapped_paths", at)?.as_deref() {
            None => None,
            Some([variable, name, template]) => Some(Places::Mapped {
                variable: variable.clone(),
                name: name.clone(),
                template: template.clone(),
            }),
            Some(_) => {
                let message = "`mapped_paths` must have three elements: a variable, a name for each of its values, and a path";
                return Err(self.fail(&format!("{at}.mapped_paths"), message));
            }
        };
        let all = [
            one("path")?.map(Places::Paths),
            self.texts(entry, "paths", at)?.map(Places::Paths),
            one("glob")?.map(Places::Globs),
            self.texts(entry, "globs", at)?.map(Places::Globs),
            one("uri")?.map(Places::Uris),
            self.texts(entry, "uris", at)?.map(Places::Uris),
            mapped,
        ];
        let mut given = all.into_iter().flatten();
        let places = given.next();
        if given.next().is_some() {
            let message = format!("the level `{name}` has more than one key that locates its data");
            return Err(self.fail(at, message).with_help(
                "keep one of `path`, `paths`, `glob`, `globs`, `uri`, `uris` and `mapped_paths`",
            ));
        }
        Ok(places)
    }
}
