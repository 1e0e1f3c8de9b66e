//! Resource types written in Ruby, as the files `lib/puppet/type/NAME.rb` of modules describe them.
//!
//! A file is run against the methods that Puppet has for it (`library/puppet_type.rb`), and what it declared is
//! copied out: a [`ResourceType`] is plain data that all threads may share. Only lambdas in title patterns stay in
//! Ruby; see [`TitlePart::lambda`].

mod host;
mod read;
mod title;

use bunraku_pcore::{Str, Value};
use bunraku_regexp::Regexp;

pub use host::{Libraries, TypeHost};
pub(crate) use read::read_type;
pub(crate) use title::apply_lambda;
pub use title::{TitleError, TitleValue};

/// A resource type: what a file of a module says about it.
#[derive(Debug, Clone)]
pub struct ResourceType {
    /// The name, such as `cron`.
    pub name: Str,
    /// What its author wrote about it.
    pub doc: Str,
    /// The properties in the order of Puppet: `ensure` first, others as they were declared.
    pub properties: Vec<Attribute>,
    /// The parameters as they were declared; `provider` is among them if the type has providers.
    pub parameters: Vec<Attribute>,
    /// Metaparameters that the file adds. They are for all types.
    pub metaparams: Vec<Attribute>,
    /// The parameters that together name a resource.
    pub namevars: Vec<Str>,
    /// What a title says about the namevars.
    pub titles: Titles,
    /// The types whose resources come before or after by themselves.
    pub relations: Vec<(Relation, Str)>,
    /// What providers may be able to do.
    pub features: Vec<Str>,
    /// The names of the providers that modules have.
    pub providers: Vec<Str>,
    /// Whether two resources may not have the same name.
    pub isomorphic: bool,
    /// Where resources are applied.
    pub apply_to: ApplyTo,
}

/// A parameter, property or metaparameter.
#[derive(Debug, Clone)]
pub struct Attribute {
    /// The name.
    pub name: Str,
    /// What its author wrote about it.
    pub doc: Str,
    /// Whether it says that it names the resource. For a property this has no effect.
    pub namevar: bool,
    /// Whether it says that it must be given.
    pub required: bool,
    /// The values that it takes; any if there are none.
    pub values: Vec<Accepted>,
    /// The value that it has if nothing is given.
    pub default: DefaultValue,
    /// The type of its values in Puppet's notation, for types of the Resource API.
    pub data_type: Option<Str>,
    /// What a provider must be able to do for it.
    pub features: Vec<Str>,
    /// Whether all values of an array count.
    pub array: bool,
}

/// A value that an attribute takes.
#[derive(Debug, Clone)]
pub enum Accepted {
    /// A word, and other words that mean the same.
    Word(Str, Vec<Str>),
    /// All that match.
    Pattern(Regexp),
}

/// What an attribute has if nothing is given. The catalog does not have it: it is added where the catalog is applied.
#[derive(Debug, Clone, PartialEq)]
pub enum DefaultValue {
    /// Nothing.
    None,
    /// A value; symbols are strings.
    Value(Value),
    /// What can be known only where the catalog is applied.
    Computed,
}

/// Automatic relationships.
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

/// Where resources are applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApplyTo {
    /// On the machine itself.
    Host,
    /// On a device that the machine talks to.
    Device,
    /// On both.
    Both,
}

/// What a title says about the namevars.
#[derive(Debug, Clone)]
pub enum Titles {
    /// The first pattern that matches says it. No pattern at all fails, as if none had matched.
    Patterns(Vec<TitlePattern>),
    /// The title is `name`.
    Name,
    /// It cannot be said, for the reason that Ruby gave: most likely there are several namevars and no patterns.
    Fails(String),
}

/// A pattern for titles.
#[derive(Debug, Clone)]
pub struct TitlePattern {
    /// The pattern.
    pub pattern: Regexp,
    /// What its groups are, in their order.
    pub parts: Vec<TitlePart>,
}

/// What a group of a pattern is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TitlePart {
    /// The attribute that it is the value of.
    pub attribute: Str,
    /// Whether a lambda changes the text first; one that gives back what it is given is none. [`Ruby::title_value`](crate::Ruby::title_value) calls
    /// it.
    pub lambda: bool,
}

impl ResourceType {
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

    /// Whether resources of this type may have an attribute. `name` may always be given: it is the namevar.
    pub fn has_attribute(&self, name: &str) -> bool {
        let all = self.properties.iter().chain(&self.parameters).chain(&self.metaparams);
        name == "name" || all.into_iter().any(|each| each.name == *name)
    }
}
