//! Checks of a configuration as a whole, and its error messages.

use std::collections::HashMap;

use bunraku_formats::Position;
use bunraku_pcore::instance::instance;
use bunraku_pcore::types::data;
use bunraku_pcore::{Hash, Value};

use super::{Entry, Function, FunctionKind, Reader};
use crate::error::{ErrorKind, LookupError};
use crate::key::kind_of;

/// The keys of a configuration.
pub(super) const TOP: &[&str] = &["version", "defaults", "hierarchy", "plan_hierarchy", "default_hierarchy"];
/// The keys of `defaults`.
pub(super) const DEFAULTS: &[&str] = &["data_hash", "lookup_key", "data_dig", "datadir", "options"];

const FUNCTIONS: [FunctionKind; 3] = [FunctionKind::DataHash, FunctionKind::LookupKey, FunctionKind::DataDig];

impl Reader<'_> {
    /// Whether this is version 3, which is also the version if none is given.
    pub(super) fn is_version3(&self, config: &Hash) -> bool {
        matches!(config.get_str("version"), None | Some(Value::Undef | Value::Int(3)))
    }

    /// Rejects all versions except 5; the other supported ones have been handled before.
    pub(super) fn check_version(&self, config: &Hash) -> Result<(), LookupError> {
        match config.get_str("version") {
            Some(Value::Int(5)) => Ok(()),
            Some(Value::Int(other)) => Err(self
                .fail("version", format!("unknown hiera.yaml version {other}"))
                .with_help("write `version: 5`")),
            _ => {
                Err(self.fail("version", "the version must be the integer 5").with_help("write `version: 5`"))
            }
        }
    }

    /// The error for version 3 in an environment or a module.
    pub(super) fn version3_elsewhere(&self) -> LookupError {
        if !matches!(self.document.value, Value::Hash(_)) {
            return self
                .fail("version", "expected a hash in hiera.yaml: it is empty or has another form")
                .with_help("write at least `version: 5`");
        }
        let help = "write `version: 5`, make each line of `:hierarchy:` a level with `name` and `path`, and move \
                    `:datadir:` to `defaults: {datadir: ...}`";
        self.fail("version", "hiera.yaml version 3 is not supported here").with_help(help)
    }

    pub(super) fn check_keys(&self, hash: &Hash, prefix: &str, known: &[&str]) -> Result<(), LookupError> {
        for key in hash.keys() {
            let name = match key {
                Value::Str(name) => name.as_str(),
                _ => return Err(self.fail(prefix.trim_end_matches('.'), "all keys must be strings")),
            };
            if name == "hiera3_backend" && prefix.contains('.') {
                return Err(self.fail(&format!("{prefix}{name}"), "backends of Hiera 3 are not supported").with_help(
                    "use `data_hash: yaml_data` or `json_data`, or a function for `lookup_key` or `data_dig`",
                ));
            }
            if !known.contains(&name) {
                let help = match bunraku_diag::nearest(name, known.iter().copied()) {
                    Some(similar) => format!("did you mean `{similar}`?"),
                    None => format!("valid keys are `{}`", known.join("`, `")),
                };
                return Err(self
                    .fail(&format!("{prefix}{name}"), format!("unknown key `{name}`"))
                    .with_help(help));
            }
        }
        Ok(())
    }

    /// Rejects two levels with the same name, which explanations and messages could not distinguish.
    pub(super) fn check_names(&self, entries: &[Entry]) -> Result<(), LookupError> {
        let mut seen: HashMap<&str, Option<Position>> = HashMap::new();
        for entry in entries {
            if let Some(first) = seen.insert(&entry.name, entry.position) {
                let place =
                    first.map(|first| format!(", the first on line {}", first.line)).unwrap_or_default();
                let message = format!("duplicate level name `{}`{place}", entry.name);
                return Err(LookupError::new(ErrorKind::InvalidConfig, message)
                    .with_help("rename one of them")
                    .in_file(self.path, entry.position));
            }
        }
        Ok(())
    }

    /// The single data function that a level or the defaults name.
    pub(super) fn function(&self, hash: &Hash, at: &str) -> Result<Option<Function>, LookupError> {
        let mut found = None;
        for kind in FUNCTIONS {
            if let Some(name) = self.text(hash, kind.word(), at)?
                && found.replace(Function { kind, name }).is_some()
            {
                return Err(
                    self.fail(at, "only one of `data_hash`, `lookup_key` and `data_dig` can be given")
                );
            }
        }
        Ok(found)
    }

    pub(super) fn no_function(&self, at: &str, name: &str) -> LookupError {
        self.fail(
            at,
            format!(
                "the level `{name}` has no `data_hash`, `lookup_key` or `data_dig`, and `defaults` \
         has none either"
            ),
        )
        .with_help("add `data_hash: yaml_data` to the level or to `defaults`")
    }

    /// The options of a level or of the defaults.
    pub(super) fn options(&self, hash: &Hash, at: &str) -> Result<Option<Hash>, LookupError> {
        let place = format!("{at}.options");
        let options = match hash.get_str("options") {
            None => return Ok(None),
            Some(Value::Hash(options)) => options,
            Some(other) => {
                return Err(self.fail(&place, format!("`options` must be a hash, got {}", kind_of(other))));
            }
        };
        for (name, value) in options {
            let name = name.as_str().unwrap_or("");
            let place = format!("{place}.{name}");
            if !is_option_name(name) {
                return Err(self
                    .fail(&place, format!("`{name}` is not a valid option name"))
                    .with_help("a name starts with a letter; the rest may be letters, digits, `_` and `-`"));
            }
            if matches!(name, "path" | "uri") {
                return Err(self.fail(&place, format!("the option `{name}` is reserved for Hiera")));
            }
            if !instance(self.rules, &data(self.rules), value) {
                return Err(self.fail(&place, format!("the option `{name}` must be data")));
            }
        }
        Ok(Some(options.clone()))
    }

    /// A string that must not be empty.
    pub(super) fn text(&self, hash: &Hash, key: &str, at: &str) -> Result<Option<String>, LookupError> {
        match hash.get_str(key) {
            None => Ok(None),
            Some(Value::Str(text)) if !text.is_empty() => Ok(Some(text.to_string())),
            Some(Value::Str(_)) => Err(self.fail(&format!("{at}.{key}"), format!("`{key}` cannot be empty"))),
            Some(other) => Err(self
                .fail(&format!("{at}.{key}"), format!("`{key}` must be a string, got {}", kind_of(other)))),
        }
    }

    /// Strings that must not be empty, at least one.
    pub(super) fn texts(&self, hash: &Hash, key: &str, at: &str) -> Result<Option<Vec<String>>, LookupError> {
        let Some(value) = hash.get_str(key) else { return Ok(None) };
        let texts = match value {
            Value::Array(array) if !array.is_empty() => array
                .iter()
                .map(|text| text.as_str().filter(|text| !text.is_empty()).map(str::to_string))
                .collect::<Option<Vec<String>>>(),
            _ => None,
        };
        match texts {
            Some(texts) => Ok(Some(texts)),
            None => {
                let message =
                    format!("`{key}` must be an array of non-empty strings, got {}", kind_of(value));
                let error = self.fail(&format!("{at}.{key}"), message);
                Err(match value {
                    Value::Str(_) => {
                        error.with_help(format!("write `{}` for a single one", key.trim_end_matches('s')))
                    }
                    _ => error,
                })
            }
        }
    }

    /// An error at a path of the document, or at the nearest existing parent.
    pub(super) fn fail(&self, at: &str, message: impl Into<String>) -> LookupError {
        let mut path = at;
        let position = loop {
            if let Some(position) = self.document.paths.get(path) {
                break Some(*position);
            }
            match path.rsplit_once('.') {
                Some((parent, _)) => path = parent,
                None => break None,
            }
        };
        LookupError::new(ErrorKind::InvalidConfig, message).in_file(self.path, position)
    }
}

fn is_option_name(name: &str) -> bool {
    // Ruby's pattern accidentally allows a colon after the first letter, which is kept.
    let Some(rest) = name.strip_prefix(|char: char| char.is_ascii_alphabetic()) else { return false };
    let rest = rest.strip_prefix(':').unwrap_or(rest);
    rest.is_empty() && !name.ends_with(':')
        || rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
            && rest.ends_with(|char: char| char.is_ascii_alphanumeric())
}
