//! The entries of a reference.

use crate::Docstring;

/// A documented definition.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Entry {
    /// The full name.
    pub name: String,
    /// The path of its file, relative to the module.
    pub file: String,
    /// The line of its definition, starting from one.
    pub line: u32,
    /// The comment. Parameters without a tag have an empty one.
    pub docs: Docstring,
    /// The kind, with its details.
    pub what: EntryKind,
}

impl Entry {
    /// Whether its comment marks it as private to the module.
    pub fn is_private(&self) -> bool {
        self.docs.tags.iter().any(|tag| tag.name == "api" && tag.text.as_deref() == Some("private"))
    }
}

/// Default values of parameters as written, by name.
pub type Defaults = Vec<(String, String)>;

/// The kinds of documented definitions.
#[derive(Debug, Clone)]
pub enum EntryKind {
    /// A class.
    Class {
        /// The class that it inherits from.
        inherits: Option<String>,
        /// The defaults of its parameters.
        defaults: Defaults,
        /// The source code.
        source: String,
    },
    /// A defined type.
    DefinedType {
        /// The defaults of its parameters.
        defaults: Defaults,
        /// The source code.
        source: String,
    },
    /// A resource type.
    ResourceType(TypeEntry),
    /// A provider of a resource type.
    Provider(Provider),
    /// A function.
    Function(Function),
    /// A data type that Ruby code implements.
    DataType(DataType),
    /// An alias of a data type.
    TypeAlias {
        /// The right side of the alias.
        alias_of: String,
    },
    /// A task.
    Task(Task),
    /// A plan.
    Plan {
        /// The defaults of its parameters.
        defaults: Defaults,
        /// The source code.
        source: String,
    },
}

impl EntryKind {
    /// The position of the kind in a reference. Data types and aliases count as one kind.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            EntryKind::Class { .. } => 0,
            EntryKind::DefinedType { .. } => 1,
            EntryKind::ResourceType(_) => 2,
            EntryKind::Provider(_) => 3,
            EntryKind::Function(_) => 4,
            EntryKind::DataType(_) | EntryKind::TypeAlias { .. } => 5,
            EntryKind::Task(_) => 6,
            EntryKind::Plan { .. } => 7,
        }
    }

    /// The name of the kind.
    pub fn word(&self) -> &'static str {
        match self {
            EntryKind::Class { .. } => "class",
            EntryKind::DefinedType { .. } => "defined type",
            EntryKind::ResourceType(_) => "type",
            EntryKind::Provider(_) => "provider",
            EntryKind::Function(_) => "function",
            EntryKind::DataType(_) | EntryKind::TypeAlias { .. } => "data type",
            EntryKind::Task(_) => "task",
            EntryKind::Plan { .. } => "plan",
        }
    }

    /// The default values of parameters.
    pub fn defaults(&self) -> &[(String, String)] {
        match self {
            EntryKind::Class { defaults, .. }
            | EntryKind::DefinedType { defaults, .. }
            | EntryKind::Plan { defaults, .. } => defaults,
            EntryKind::Function(function) => &function.defaults,
            EntryKind::DataType(data_type) => &data_type.defaults,
            _ => &[],
        }
    }
}

/// The API that a function is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FunctionKind {
    /// Puppet itself.
    Puppet,
    /// Ruby, with the API of Puppet 3.
    Ruby3,
    /// Ruby, with the typed API of Puppet 4 and later.
    Ruby4,
}

/// The details of a function.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Function {
    /// The API that it is written for.
    pub kind: FunctionKind,
    /// The ways to call it.
    pub signatures: Vec<Signature>,
    /// The defaults of its parameters.
    pub defaults: Defaults,
    /// The source code.
    pub source: String,
}

/// One way to call a function.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Signature {
    /// The call with types and names: `web::port(Integer $offset)`.
    pub call: String,
    /// The comment for this way.
    pub docs: Docstring,
}

/// The details of a data type written in Ruby.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct DataType {
    /// The defaults of its attributes.
    pub defaults: Defaults,
    /// Its functions by name.
    pub functions: Vec<(String, Signature)>,
}

/// The details of a resource type.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct TypeEntry {
    /// Its properties.
    pub properties: Vec<Attribute>,
    /// Its parameters.
    pub parameters: Vec<Attribute>,
    /// Its checks, such as `onlyif`.
    pub checks: Vec<Attribute>,
    /// Optional capabilities of its providers: names with descriptions.
    pub features: Vec<(String, String)>,
}

/// A property or parameter of a resource type.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Attribute {
    /// Its name.
    pub name: String,
    /// The description.
    pub description: String,
    /// The allowed values, if they are listed.
    pub values: Vec<String>,
    /// The data type, if one is declared.
    pub data_type: Option<String>,
    /// Aliases of values: the new name and the value.
    pub aliases: Vec<(String, String)>,
    /// Whether it is a namevar.
    pub is_namevar: bool,
    /// The capabilities that a provider must have for it.
    pub required_features: Option<String>,
    /// The default as written.
    pub default: Option<String>,
}

/// The details of a provider.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Provider {
    /// The resource type that it is for.
    pub type_name: String,
    /// The conditions under which it can be used.
    pub confines: Vec<(String, String)>,
    /// Its capabilities.
    pub features: Vec<String>,
    /// When it is the default: all pairs of one group must hold.
    pub defaults: Vec<Vec<(String, String)>>,
    /// The programs that it calls, by name.
    pub commands: Vec<(String, String)>,
}

/// The details of a task.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Task {
    /// Whether it supports a dry run.
    pub supports_noop: bool,
    /// How it receives its parameters.
    pub input_method: Option<String>,
    /// The metadata as JSON.
    pub source: String,
}
