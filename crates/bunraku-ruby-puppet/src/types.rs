//! Resource types written in Ruby, in the files `lib/puppet/type/NAME.rb` of modules.
//!
//! A file runs against our version of `Puppet::Type` (`library/type.rb`), and what it declares is copied out. A
//! [`RubyType`] is plain data that all threads can share. Only lambdas in title patterns stay in Ruby; see
//! [`TitlePart::lambda`].

mod automatic;
mod host;
mod read;
mod title;

use bunraku_pcore::{Str, Value};
use bunraku_regexp::Regexp;

pub(crate) use automatic::automatic;
pub use host::{Libraries, TypeHost};
pub(crate) use read::read_type;
pub(crate) use title::apply_lambda;
pub use title::{TitleError, TitleValue};

/// A resource type as declared by the file of a module.
#[derive(Debug, Clone)]
pub struct RubyType {
    /// The name, such as `cron`.
    pub name: Str,
    /// The documentation of the type.
    pub doc: Str,
    /// The properties in Puppet's order: `ensure` first, then the others in the order of their declaration.
    pub properties: Vec<Attribute>,
    /// The parameters in the order of their declaration, including `provider` if the type has providers.
    pub parameters: Vec<Attribute>,
    /// Metaparameters that the file adds to all types.
    pub metaparams: Vec<Attribute>,
    /// The parameters that together identify a resource.
    pub namevars: Vec<Str>,
    /// How a title is split into the namevars.
    pub titles: TitleSplit,
    /// Automatic relationships: the kind, and the type of the other resource.
    pub relations: Vec<(Relation, Str)>,
    /// The features that providers may support.
    pub features: Vec<Str>,
    /// The names of the providers in modules.
    pub providers: Vec<Str>,
    /// Whether two resources with the same name are a conflict.
    pub isomorphic: bool,
    /// Where resources of the type are applied.
    pub apply_to: ApplyTo,
}

/// A parameter, property or metaparameter.
#[derive(Debug, Clone)]
pub struct Attribute {
    /// The name.
    pub name: Str,
    /// The documentation of the attribute.
    pub doc: Str,
    /// Whether it is declared as a namevar. This has no effect on a property.
    pub namevar: bool,
    /// Whether it is declared as required.
    pub required: bool,
    /// The accepted values. An empty list accepts any value.
    pub values: Vec<Accepted>,
    /// The default value.
    pub default: DefaultValue,
    /// The type of its values in Puppet's notation, for Resource API types.
    pub data_type: Option<Str>,
    /// The features that a provider must support for it.
    pub features: Vec<Str>,
    /// Whether all values of an array count (`array_matching => :all`).
    pub array: bool,
}

/// A value that an attribute accepts.
#[derive(Debug, Clone)]
pub enum Accepted {
    /// A word, and its aliases.
    Word(Str, Vec<Str>),
    /// All strings that match.
    Pattern(Regexp),
}

/// The default of an attribute. It is not part of the catalog, but is added when the catalog is applied.
#[derive(Debug, Clone, PartialEq)]
pub enum DefaultValue {
    /// There is no default.
    None,
    /// A value, in which symbols are strings.
    Value(Value),
    /// A block that can be evaluated only where the catalog is applied.
    Computed,
}

/// The kinds of automatic relationships.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// `autorequire`.
    Require,
    /// `autobefore`.
    Before,
    /// `autosubscribe`.
    Subscribe,
    /// `autonotify`.
    Notify,
}

/// Where resources of a type are applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApplyTo {
    /// On the node itself.
    Host,
    /// On a device that the node manages remotely.
    Device,
    /// On both.
    Both,
}

/// How a title is split into the namevars.
#[derive(Debug, Clone)]
pub enum TitleSplit {
    /// By the first pattern that matches. An empty list fails for every title, as if no pattern had matched.
    Patterns(Vec<TitlePattern>),
    /// The title is the value of `name`.
    Name,
    /// It cannot be split, for the reason that Ruby gave. Most likely there are several namevars and no patterns.
    Fails(String),
}

/// A pattern of `title_patterns`.
#[derive(Debug, Clone)]
pub struct TitlePattern {
    /// The regular expression that the title must match.
    pub pattern: Regexp,
    /// The meaning of its groups, in their order.
    pub parts: Vec<TitlePart>,
}

/// The meaning of a group of a title pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TitlePart {
    /// The attribute that gets the value of the group.
    pub attribute: Str,
    /// Whether a lambda converts the string, which [`Ruby::title_value`](crate::Ruby::title_value) calls. A lambda that
    /// returns its argument unchanged does not count.
    pub lambda: bool,
}

impl RubyType {
    /// All attributes in the order of Puppet's `allattrs`: namevars, `provider`, properties, other parameters, and
    /// metaparameters that the file adds.
    pub fn attributes(&self) -> impl Iterator<Item = &Attribute> {
        let named = |name: &str| self.parameters.iter().find(move |each| each.name == *name);
        let front = self.namevars.iter().filter_map(move |name| named(name));
        let is_front = |each: &Attribute| each.name == *"provider" || self.namevars.contains(&each.name);
        let provider = named("provider").filter(|each| !self.namevars.contains(&each.name));
        let properties = self.properties.iter().filter(|each| !self.namevars.contains(&each.name));
        let twice = |each: &Attribute| self.properties.iter().any(|other| other.name == each.name);
        let parameters = self.parameters.iter().filter(move |each| !is_front(each) && !twice(each));
        front.chain(provider).chain(properties).chain(parameters).chain(&self.metaparams)
    }

    /// Whether resources of this type have an attribute. `name` is always accepted, because it is an alias of the
    /// namevar.
    pub fn has_attribute(&self, name: &str) -> bool {
        let all = self.properties.iter().chain(&self.parameters).chain(&self.metaparams);
        name == "name" || all.into_iter().any(|each| each.name == *name)
    }
}
