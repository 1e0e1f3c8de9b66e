//! Resources and their parameters.

use bunraku_diag::Span;
use bunraku_pcore::{Str, Type, Value, lowercase, segments};
use bunraku_resources::Description;

use crate::{CauseId, Params, tags::Tags};

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
    /// The title as a function gave it, where that is not a string: a number, say. It is not a tag, and the catalog
    /// shows the name beside the title.
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
    pub params: Params,
    /// Its tags.
    pub tags: Tags,
    /// Where it is declared, as the catalog tells it; a class that was included has no such place.
    pub place: Option<Span>,
    /// Where the code is that declared it, be it a call of `include`.
    pub declared_at: Option<Span>,
    /// The resource whose code declared it. It contains this one, unless that is a class.
    pub declared_by: Option<ResourceId>,
    /// Whether it waits to be realized.
    pub is_virtual: bool,
    /// Whether it is for other nodes, too.
    pub exported: bool,
    /// The number of the scope that it is declared in.
    pub scope: u32,
    /// Whose resource it is.
    pub origin: OriginId,
    /// Whether its code has run.
    pub evaluated: bool,
    /// Whether it has the tags of what contains it.
    pub has_container_tags: bool,
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
    /// What gave it its value.
    pub cause: CauseId,
}

impl Resource {
    /// The value of an attribute that is set to something.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.param(name).map(|param| &param.value).filter(|value| !value.is_undef())
    }

    /// How many bytes its title and its tags take when it is written.
    pub fn words(&self) -> u64 {
        // The title is a parameter of some types, and there are edges from and to a resource.
        let title = 4 * self.title.len();
        self.tags.iter().map(str::len).sum::<usize>().saturating_add(title) as u64
    }

    /// An attribute.
    pub fn param(&self, name: &str) -> Option<&Param> {
        self.params.named(name)
    }

    /// Gives a resource that has none its attributes; a `tag` tags.
    pub(crate) fn give(&mut self, params: Params) {
        for param in params.iter().filter(|param| param.name == "tag") {
            self.tags.add_value(&param.value);
        }
        self.params = params;
    }

    /// Sets an attribute; a `tag` tags.
    pub(crate) fn set(&mut self, param: Param) {
        if param.name == "tag" {
            self.tags.add_value(&param.value);
        }
        self.params.set(param);
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
    pub fn shown(&self) -> String {
        shown_reference(&self.type_name, &self.title)
    }

    /// The reference as a value.
    pub fn as_type(&self) -> Type {
        if self.kind == Kind::Class {
            return Type::class(lowercase(&self.title));
        }
        Type::resource(self.type_name.clone(), Some(self.title.clone()))
    }
}

/// A reference as a program writes it.
pub fn shown_reference(type_name: &str, title: &str) -> String {
    if type_name == "Class" {
        format!("`Class['{}']`", title.to_lowercase())
    } else {
        format!("`{type_name}['{title}']`")
    }
}

/// The elements of an array and of the arrays in it; of any other value the value itself.
pub fn flatten(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(values) => values.iter().flat_map(flatten).collect(),
        other => vec![other.clone()],
    }
}

/// A name with each segment capitalized, as references show it.
pub fn capitalized(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for (index, segment) in segments(name).enumerate() {
        if index > 0 {
            text.push_str("::");
        }
        capitalize(segment, &mut text);
    }
    text
}

fn capitalize(segment: &str, text: &mut String) {
    let mut characters = segment.chars();
    match characters.next() {
        Some(first) if first.is_ascii() => text.push(first.to_ascii_uppercase()),
        Some(first) => text.extend(first.to_uppercase()),
        None => {}
    }
    text.push_str(characters.as_str());
}
