//! Resources while a catalog is being made.

use std::sync::Arc;

use bunraku_diag::{FileId, Source, Span, TextRange};
use bunraku_eval::{ScopeId, first_line};
use bunraku_pcore::{Str, Type, Value, lowercase};
use bunraku_resources::Description;

use crate::tags::Tags;

/// The index of a resource: the order of declaration, for ever.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ResourceId(pub usize);

/// Whose right something is set in: a class, a defined type, a node or the top.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OriginId(pub usize);

/// What a resource is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Of a type that providers know.
    Builtin,
    /// An instance of a defined type.
    Define,
    /// A class.
    Class,
    /// A node.
    Node,
}

/// A resource.
#[derive(Debug)]
pub struct Resource {
    /// The type, each segment capitalized.
    pub type_name: Str,
    /// The title; of a class its name with each segment capitalized.
    pub title: Str,
    /// The title as a function gave it, where that is no string: a number, say. It is no tag, and the catalog shows
    /// the name beside the title.
    pub raw_title: Option<Value>,
    /// What it is.
    pub kind: Kind,
    /// The description of its type, if it is known.
    pub ty: Option<Description>,
    /// What its title says about its namevars.
    pub title_values: Vec<(Str, Value)>,
    /// How the catalog names its kind.
    pub kind_text: &'static str,
    /// Its attributes, in the order in which they were set.
    pub params: Vec<Param>,
    /// Its tags.
    pub tags: Tags,
    /// Where it is declared.
    pub place: Option<Place>,
    /// Whether it waits to be realized.
    pub is_virtual: bool,
    /// Whether it is for other nodes, too.
    pub exported: bool,
    /// The scope it is declared in.
    pub scope: ScopeId,
    /// Whose resource it is.
    pub origin: OriginId,
    /// Whether its code has run.
    pub evaluated: bool,
    /// Whether it has the tags of what contains it.
    pub scope_tags: bool,
    /// The names of attributes that must not be shown.
    pub sensitive: Vec<Str>,
}

/// An attribute of a resource.
#[derive(Debug, Clone)]
pub struct Param {
    /// The name.
    pub name: Str,
    /// The value; `undef` is an attribute that is set to nothing.
    pub value: Value,
    /// Who set it.
    pub origin: OriginId,
    /// Whether it is added with `+>`.
    pub append: bool,
    /// Where it is set.
    pub place: Option<Place>,
}

/// A place in a file, as resources keep it.
#[derive(Debug, Clone)]
pub struct Place {
    /// The file.
    pub source: Arc<Source>,
    /// The bytes.
    pub range: TextRange,
    /// The file as diagnostics name it.
    pub file: FileId,
}

impl Place {
    /// The place for diagnostics: of several lines, messages show the first.
    pub fn span(&self) -> Span {
        Span { file: self.file, range: first_line(&self.source, self.range) }
    }

    /// The line, counted from one.
    pub fn line(&self) -> u32 {
        self.source.line_at(self.range.start)
    }
}

impl Resource {
    /// The value of an attribute that is set to something.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.param(name).map(|param| &param.value).filter(|value| !value.is_undef())
    }

    /// An attribute.
    pub fn param(&self, name: &str) -> Option<&Param> {
        self.params.iter().find(|param| param.name == name)
    }

    /// Sets an attribute; a `tag` tags.
    pub fn set(&mut self, param: Param) {
        if param.name == "tag" {
            self.tags.add_value(&param.value);
        }
        match self.params.iter_mut().find(|known| known.name == param.name) {
            Some(known) => *known = param,
            None => self.params.push(param),
        }
    }

    /// Sets an attribute that is not set yet.
    pub(crate) fn set_first(&mut self, param: Param) {
        if param.name == "tag" {
            self.tags.add_value(&param.value);
        }
        self.params.push(param);
    }

    /// The reference as text: `File[/etc/motd]`.
    pub fn reference(&self) -> String {
        format!("{}[{}]", self.type_name, self.title)
    }

    /// The reference as a program writes it, for messages.
    pub(crate) fn shown(&self) -> String {
        crate::message::shown_reference(&self.type_name, &self.title)
    }

    /// The reference as a value.
    pub fn as_type(&self) -> Type {
        if self.kind == Kind::Class {
            return Type::class(lowercase(&self.title));
        }
        Type::resource(self.type_name.clone(), Some(self.title.clone()))
    }
}
