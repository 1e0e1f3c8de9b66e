//! The fields of documents, as values of the language or as trees.

use bunraku_formats::json::Tree;
use bunraku_pcore::Value;

use crate::{Error, time};

/// Reads the fields of a document, with errors that name the field.
pub(crate) struct Fields<'d, D> {
    object: &'d D,
    what: &'static str,
}

impl<'d, D: Document> Fields<'d, D> {
    pub(crate) fn of(object: &'d D, what: &'static str) -> Result<Fields<'d, D>, Error> {
        match object.is_object() {
            true => Ok(Fields { object, what }),
            false => Err(Error::invalid(format!("expected {what} to be an object"))),
        }
    }

    /// A field that may be missing or null.
    pub(crate) fn get(&self, name: &str) -> Option<&'d D> {
        self.object.entry(name).filter(|value| !value.is_null())
    }

    pub(crate) fn text(&self, name: &str) -> Result<Option<String>, Error> {
        let Some(value) = self.get(name) else { return Ok(None) };
        match (value.string(), value.integer()) {
            (Some(text), _) => Ok(Some(text.to_owned())),
            (None, Some(number)) => Ok(Some(number.to_string())),
            (None, None) => Err(self.wrong(name, "a string")),
        }
    }

    pub(crate) fn needed(&self, name: &str) -> Result<String, Error> {
        let missing = || Error::invalid(format!("{} has no `{name}`", self.what));
        self.text(name)?.filter(|text| !text.is_empty()).ok_or_else(missing)
    }

    pub(crate) fn flag(&self, name: &str) -> Result<Option<bool>, Error> {
        self.typed(name, D::boolean, "true or false")
    }

    pub(crate) fn number(&self, name: &str) -> Result<Option<i64>, Error> {
        self.typed(name, D::integer, "a number")
    }

    pub(crate) fn time(&self, name: &str) -> Result<Option<i64>, Error> {
        self.typed(name, |value| value.string().and_then(time::parse), "a timestamp")
    }

    fn typed<T>(
        &self,
        name: &str,
        read: impl FnOnce(&D) -> Option<T>,
        expected: &str,
    ) -> Result<Option<T>, Error> {
        match self.get(name) {
            None => Ok(None),
            Some(value) => read(value).map(Some).ok_or_else(|| self.wrong(name, expected)),
        }
    }

    /// A list; PuppetDB's exports wrap it in an object as `data`.
    pub(crate) fn list(&self, name: &str) -> Result<&'d [D], Error> {
        let value = match self.get(name) {
            Some(expanded) if expanded.is_object() => expanded.entry("data").filter(|value| !value.is_null()),
            value => value,
        };
        match value {
            None => Ok(&[]),
            Some(value) => value.elements().ok_or_else(|| self.wrong(name, "a list")),
        }
    }

    fn wrong(&self, name: &str, expected: &str) -> Error {
        Error::invalid(format!("expected `{name}` of {} to be {expected}", self.what))
    }
}

/// A value of a parsed document.
pub(crate) trait Document: Sized {
    fn is_object(&self) -> bool;

    fn is_null(&self) -> bool;

    /// The entry of an object.
    fn entry(&self, name: &str) -> Option<&Self>;

    fn string(&self) -> Option<&str>;

    fn integer(&self) -> Option<i64>;

    fn boolean(&self) -> Option<bool>;

    /// The elements of a list.
    fn elements(&self) -> Option<&[Self]>;
}

impl Document for Value {
    fn is_object(&self) -> bool {
        matches!(self, Value::Hash(_))
    }

    fn is_null(&self) -> bool {
        self.is_undef()
    }

    fn entry(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Hash(hash) => hash.get_str(name),
            _ => None,
        }
    }

    fn string(&self) -> Option<&str> {
        self.as_str()
    }

    fn integer(&self) -> Option<i64> {
        match self {
            Value::Int(number) => Some(*number),
            _ => None,
        }
    }

    fn boolean(&self) -> Option<bool> {
        match self {
            Value::Bool(flag) => Some(*flag),
            _ => None,
        }
    }

    fn elements(&self) -> Option<&[Value]> {
        match self {
            Value::Array(values) => Some(values.as_slice()),
            _ => None,
        }
    }
}

impl Document for Tree<'_> {
    fn is_object(&self) -> bool {
        matches!(self, Tree::Object(_))
    }

    fn is_null(&self) -> bool {
        matches!(self, Tree::Null)
    }

    fn entry(&self, name: &str) -> Option<&Self> {
        self.get(name)
    }

    fn string(&self) -> Option<&str> {
        match self {
            Tree::Str(text) => Some(text),
            _ => None,
        }
    }

    fn integer(&self) -> Option<i64> {
        match self {
            Tree::Int(number) => Some(*number),
            _ => None,
        }
    }

    fn boolean(&self) -> Option<bool> {
        match self {
            Tree::Bool(flag) => Some(*flag),
            _ => None,
        }
    }

    fn elements(&self) -> Option<&[Self]> {
        match self {
            Tree::Array(values) => Some(values),
            _ => None,
        }
    }
}
