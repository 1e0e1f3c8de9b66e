//! Resources and their parameters.

use std::borrow::Cow;

use bunraku_diag::Span;
use bunraku_pcore::{Str, Type, Value, lowercase};
use bunraku_resources::Description;

use crate::{CauseId, Params, tags::Tags};

/// The index of a resource in the order of declaration. It never changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ResourceId(pub usize);

/// On whose behalf something is set: an index that the compiler assigns to a class, a defined type, a node or the top
/// scope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OriginId(pub usize);

/// The kind of a resource.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A resource of a native type, built in or from a module.
    Builtin,
    /// An instance of a defined type.
    Define,
    /// A class.
    Class,
    /// A node.
    Node,
}

/// A resource of a catalog.
#[derive(Debug)]
pub struct Resource {
    /// The type, with each segment capitalized.
    pub type_name: Str,
    /// The title. For a class, its name with each segment capitalized.
    pub title: Str,
    /// The title as given by a function if it is not a string, such as a number. It is not a tag, and the catalog shows
    /// the name in addition to the title.
    pub raw_title: Option<Value>,
    /// Whether it is a native resource, a class, an instance of a defined type or a node.
    pub kind: Kind,
    /// The description of its type, if it is known.
    pub ty: Option<Description>,
    /// The values of namevars that follow from its title.
    pub title_values: Vec<(Str, Value)>,
    /// The name of its kind in the catalog.
    pub kind_text: &'static str,
    /// The attributes, in the order in which they were set.
    pub params: Params,
    /// The tags, in the order in which they were added.
    pub tags: Tags,
    /// Where it is declared, as written to the catalog; `None` for an included class, as in Puppet.
    pub place: Option<Span>,
    /// The code that declared it, which may be a call to `include`.
    pub declared_at: Option<Span>,
    /// The resource whose code declared it. It is also the container, unless it is a class.
    pub declared_by: Option<ResourceId>,
    /// Whether it has not been realized.
    pub is_virtual: bool,
    /// The collector or the call of `realize` that made a virtual resource real.
    pub realized_at: Option<Span>,
    /// Whether it is exported to other nodes.
    pub exported: bool,
    /// The number of the scope in which it was declared.
    pub scope: u32,
    /// The class, defined type or node that may change it.
    pub origin: OriginId,
    /// Whether its code has been evaluated.
    pub evaluated: bool,
    /// Whether the tags of its container have been added.
    pub has_container_tags: bool,
    /// The names of attributes that must not be shown.
    pub sensitive: Vec<Str>,
}

/// An attribute of a resource.
#[derive(Debug, Clone)]
pub struct Param {
    /// The name, without `=>` or `+>`.
    pub name: Str,
    /// The value. `undef` is an attribute that is explicitly set to nothing.
    pub value: Value,
    /// On whose behalf it was set.
    pub origin: OriginId,
    /// Whether it was added with `+>`.
    pub append: bool,
    /// What gave it its value.
    pub cause: CauseId,
}

impl Resource {
    /// The value of an attribute, unless it is unset or `undef`.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.param(name).map(|param| &param.value).filter(|value| !value.is_undef())
    }

    /// The approximate number of bytes that its title and tags take when it is written.
    pub fn words(&self) -> u64 {
        // The title is also a parameter of some types, and part of the edges from and to the resource.
        let title = 4 * self.title.len();
        // Each tag is written in quotes, with a comma.
        self.tags.bytes().saturating_add(3 * self.tags.len()).saturating_add(title) as u64
    }

    /// Finds an attribute by name.
    pub fn param(&self, name: &str) -> Option<&Param> {
        self.params.named(name)
    }

    /// Sets the attributes of a new resource. The attribute `tag` adds tags.
    pub(crate) fn give(&mut self, params: Params) {
        for param in params.iter().filter(|param| param.name == "tag") {
            self.tags.add_value(&param.value);
        }
        self.params = params;
    }

    /// Sets an attribute. The attribute `tag` adds tags.
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

    /// The reference as a string: `File[/etc/motd]`.
    pub fn reference(&self) -> String {
        format!("{}[{}]", self.type_name, self.title)
    }

    /// The reference as a program would write it, for messages.
    pub fn shown(&self) -> String {
        shown_reference(&self.type_name, &self.title)
    }

    /// The reference as a type.
    pub fn as_type(&self) -> Type {
        if self.kind == Kind::Class {
            return Type::class(lowercase(&self.title));
        }
        Type::resource(self.type_name.clone(), Some(self.title.clone()))
    }
}

/// A reference as a program would write it.
pub fn shown_reference(type_name: &str, title: &str) -> String {
    if type_name == "Class" {
        format!("`Class['{}']`", title.to_lowercase())
    } else {
        format!("`{type_name}['{title}']`")
    }
}

/// The elements of an array and of nested arrays; for any other value, the value itself.
pub fn flatten(value: &Value) -> Vec<Value> {
    flat(value).into_owned()
}

/// The same without copies, if no array is nested.
pub fn flat(value: &Value) -> Cow<'_, [Value]> {
    let is_array = |value: &Value| matches!(value, Value::Array(_));
    match value {
        Value::Array(values) if values.iter().any(is_array) => {
            Cow::Owned(values.iter().flat_map(flatten).collect())
        }
        Value::Array(values) => Cow::Borrowed(values),
        other => Cow::Borrowed(std::slice::from_ref(other)),
    }
}
