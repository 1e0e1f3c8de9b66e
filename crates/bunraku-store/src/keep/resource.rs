//! A resource of a catalog, as the row that is written.

use std::borrow::Cow;

use bunraku_diag::json::quote;
use bunraku_formats::json::Tree;
use bunraku_pcore::{Hash, Value};

use super::Fields;
use crate::{
    Error, canonical,
    session::{Cell, Insert},
};

/// Where resources are written: a number, the number of the node, and the cells of a resource.
pub(super) const RESOURCE: Insert<'static> = Insert {
    table: "resource",
    columns: &[
        "id",
        "node",
        "type",
        "title",
        "exported",
        "file",
        "line",
        "parameters",
        "tags",
        "hash",
        "whole",
    ],
    conflict: "",
};

/// A resource of a catalog.
#[derive(Debug, Clone)]
pub struct Resource {
    /// The type, capitalized.
    pub ty: String,
    /// Its title.
    pub title: String,
    /// Its tags, if other nodes may collect it.
    pub(super) exported_tags: Vec<String>,
    /// The hash of everything.
    pub(super) whole: String,
    /// Its cells of a row of [`RESOURCE`].
    pub(super) cells: [Cell; 9],
}

/// The parts of a resource.
struct Parts<'p> {
    ty: String,
    title: String,
    exported: bool,
    /// The file and line of its declaration.
    place: (Option<String>, Option<i64>),
    tags: Vec<&'p str>,
    /// As canonical JSON.
    parameters: String,
}

impl Resource {
    /// Creates a resource from plain values.
    pub fn new(ty: &str, title: &str, exported: bool, tags: &[String], parameters: &Hash) -> Resource {
        let place = (None, None);
        Resource::with_place(ty.to_owned(), title.to_owned(), exported, tags, place, parameters)
    }

    pub(crate) fn with_place(
        ty: String,
        title: String,
        exported: bool,
        tags: &[String],
        place: (Option<String>, Option<i64>),
        parameters: &Hash,
    ) -> Resource {
        let parameters = canonical::text(&Value::Hash(parameters.clone()));
        let tags = tags.iter().map(String::as_str).collect();
        Parts { ty, title, exported, place, tags, parameters }.finish()
    }

    /// Parses a resource of a PuppetDB catalog.
    pub(super) fn read(value: &Tree<'_>) -> Result<Resource, Error> {
        let fields = Fields::of(value, "a resource")?;
        let tags = fields.list("tags")?.iter().filter_map(|tag| match tag {
            Tree::Str(tag) => Some(&**tag),
            _ => None,
        });
        let mut parameters = String::new();
        match fields.get("parameters") {
            Some(all @ Tree::Object(_)) => all.write_sorted(&mut parameters),
            _ => parameters.push_str("{}"),
        }
        let parts = Parts {
            ty: fields.needed("type")?,
            title: fields.needed("title")?,
            exported: fields.flag("exported")?.unwrap_or(false),
            place: (fields.text("file")?, fields.number("line")?),
            tags: tags.collect(),
            parameters,
        };
        Ok(parts.finish())
    }

    /// Its type and title.
    pub(super) fn name(&self) -> (&str, &str) {
        (&self.ty, &self.title)
    }
}

impl Parts<'_> {
    fn finish(self) -> Resource {
        let Parts { ty, title, exported, place: (file, line), tags, parameters } = self;
        let (mut list, mut words) = (String::from("["), String::new());
        let mut exported_tags = Vec::new();
        for (index, tag) in tags.into_iter().enumerate() {
            let tag = lowercase(tag);
            if index > 0 {
                list.push(',');
                words.push(' ');
            }
            quote(&tag, &mut list);
            words.push_str(&tag);
            if exported {
                exported_tags.push(tag.into_owned());
            }
        }
        list.push(']');
        exported_tags.sort_unstable();
        exported_tags.dedup();
        let hash = canonical::hash([&*ty, &*title, &*parameters]);
        let number = line.map(|line| line.to_string()).unwrap_or_default();
        let kind = if exported { "exported" } else { "" };
        let whole =
            canonical::hash([hash.as_str(), &words, file.as_deref().unwrap_or_default(), &number, kind]);
        let cells = [
            Cell::from(&ty),
            Cell::from(&title),
            Cell::from(exported),
            file.map_or(Cell::Null, Cell::Text),
            Cell::from(&line),
            Cell::Json(parameters),
            Cell::Json(list),
            Cell::Text(hash),
            Cell::from(&whole),
        ];
        Resource { ty, title, exported_tags, whole, cells }
    }
}

/// Most tags are in lowercase already.
fn lowercase(tag: &str) -> Cow<'_, str> {
    match tag.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        true => Cow::Borrowed(tag),
        false => Cow::Owned(tag.to_lowercase()),
    }
}
