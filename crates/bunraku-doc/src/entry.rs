//! What is documented.

use crate::Docstring;

/// Something that is documented.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its full name.
    pub name: String,
    /// The path of its file below the module.
    pub file: String,
    /// The line of its definition, counted from 1.
    pub line: u32,
    /// Its comment. Parameters without a tag have got an empty one.
    pub docs: Docstring,
    /// What it is.
    pub what: What,
}

impl Entry {
    /// Whether its comment says that it is not for users of the module.
    pub fn is_private(&self) -> bool {
        self.docs.tags.iter().any(|tag| tag.name == "api" && tag.text.as_deref() == Some("private"))
    }
}

/// Default values of parameters as they are written, by name.
pub type Defaults = Vec<(String, String)>;

/// The kinds of things that are documented.
#[derive(Debug, Clone)]
pub enum What {
    /// A class.
    Class {
        /// The class that it inherits from.
        inherits: Option<String>,
        /// The defaults of its parameters.
        defaults: Defaults,
        /// Its code.
        source: String,
    },
    /// A defined type.
    DefinedType {
        /// The defaults of its parameters.
        defaults: Defaults,
        /// Its code.
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
        /// The type that it stands for.
        alias_of: String,
    },
    /// A task.
    Task(Task),
    /// A plan.
    Plan {
        /// The defaults of its parameters.
        defaults: Defaults,
        /// Its code.
        source: String,
    },
}

impl What {
    /// The position of the kind in a reference. Data types and aliases are one kind there.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            What::Class { .. } => 0,
            What::DefinedType { .. } => 1,
            What::ResourceType(_) => 2,
            What::Provider(_) => 3,
            What::Function(_) => 4,
            What::DataType(_) | What::TypeAlias { .. } => 5,
            What::Task(_) => 6,
            What::Plan { .. } => 7,
        }
    }

    /// The word for the kind.
    pub fn word(&self) -> &'static str {
        match self {
            What::Class { .. } => "class",
            What::DefinedType { .. } => "defined type",
            What::ResourceType(_) => "type",
            What::Provider(_) => "provider",
            What::Function(_) => "function",
            What::DataType(_) | What::TypeAlias { .. } => "data type",
            What::Task(_) => "task",
            What::Plan { .. } => "plan",
        }
    }

    /// The default values of parameters.
    pub fn defaults(&self) -> &[(String, String)] {
        match self {
            What::Class { defaults, .. }
            | What::DefinedType { defaults, .. }
            | What::Plan { defaults, .. } => defaults,
            What::Function(function) => &function.defaults,
            What::DataType(data_type) => &data_type.defaults,
            _ => &[],
        }
    }
}

/// The interface that a function is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FunctionKind {
    /// The language itself.
    Puppet,
    /// Ruby, with the old interface.
    Ruby3,
    /// Ruby, with the interface that knows types.
    Ruby4,
}

/// What belongs to a function besides its comment.
#[derive(Debug, Clone)]
pub struct Function {
    /// The interface that it is written for.
    pub kind: FunctionKind,
    /// The ways to call it.
    pub signatures: Vec<Signature>,
    /// The defaults of its parameters.
    pub defaults: Defaults,
    /// Its code.
    pub source: String,
}

/// One way to call a function.
#[derive(Debug, Clone)]
pub struct Signature {
    /// The call with types and names: `web::port(Integer $offset)`.
    pub call: String,
    /// What its comment says.
    pub docs: Docstring,
}

/// What belongs to a data type in Ruby besides its comment.
#[derive(Debug, Clone)]
pub struct DataType {
    /// The defaults of its attributes.
    pub defaults: Defaults,
    /// Its functions, with their names.
    pub functions: Vec<(String, Signature)>,
}

/// What belongs to a resource type besides its comment.
#[derive(Debug, Clone, Default)]
pub struct TypeEntry {
    /// Its properties.
    pub properties: Vec<Attribute>,
    /// Its parameters.
    pub parameters: Vec<Attribute>,
    /// Its checks, such as `onlyif`.
    pub checks: Vec<Attribute>,
    /// What its providers may be able to do: names with descriptions.
    pub features: Vec<(String, String)>,
}

/// A property or parameter of a resource type.
#[derive(Debug, Clone, Default)]
pub struct Attribute {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// The values that it accepts, where they are listed.
    pub values: Vec<String>,
    /// Its data type, where one is declared.
    pub data_type: Option<String>,
    /// Other names for values: the new name and the value.
    pub aliases: Vec<(String, String)>,
    /// Whether it names the resource.
    pub is_namevar: bool,
    /// What a provider must be able to do for it.
    pub required_features: Option<String>,
    /// Its default, as it is written.
    pub default: Option<String>,
}

/// What belongs to a provider besides its comment.
#[derive(Debug, Clone, Default)]
pub struct Provider {
    /// The resource type that it is for.
    pub type_name: String,
    /// What must be so for it to be used.
    pub confines: Vec<(String, String)>,
    /// What it is able to do.
    pub features: Vec<String>,
    /// When it is the default: all pairs of a group must hold.
    pub defaults: Vec<Vec<(String, String)>>,
    /// The programs that it calls.
    pub commands: Vec<(String, String)>,
}

/// What belongs to a task besides its description.
#[derive(Debug, Clone)]
pub struct Task {
    /// Whether it can tell what it would do.
    pub supports_noop: bool,
    /// How it gets its parameters.
    pub input_method: Option<String>,
    /// Its metadata.
    pub source: String,
}
