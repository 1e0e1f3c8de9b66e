//! Descriptions of resource types and legacy facts, as far as a compiler needs them.
//!
//! A [`ResourceType`] has the attributes of a type, the ones that identify the resource on the node (the namevars), and
//! how a title supplies them. [`ResourceType::find`] contains the types of Puppet itself and of the modules that are
//! installed along with it. Types of other modules are read by the crates that read environments, into the same
//! structure; [`Description`] holds either kind.
//!
//! ```
//! use bunraku_resources::ResourceType;
//!
//! let file = ResourceType::find("file").ok_or("not built in")?;
//! assert_eq!(file.namevar(), "path");
//! assert!(file.has("mode") && !file.has("colour"));
//! assert!(bunraku_resources::is_metaparameter("require"));
//! # Ok::<(), &str>(())
//! ```
//!
//! Puppet checks only the names of attributes when it compiles a catalog and leaves the values to the agent; [`values`]
//! has the values that an agent rejects, for earlier checks. This crate does no I/O and does not run the Ruby code that
//! some types have for their titles.

mod core;
pub mod facts;
mod modules;
mod table;
pub mod values;

use std::{borrow::Cow, ops::Deref, sync::Arc};

use bunraku_regexp::Regexp;

/// The description of a resource type.
#[derive(Debug)]
pub struct ResourceType {
    /// The name, in lowercase.
    pub name: Cow<'static, str>,
    /// The attributes that identify the resource on the node. If they are not given, the title supplies them.
    pub namevars: Vec<Cow<'static, str>>,
    /// Whether two resources with the same values of the namevars are duplicates. Puppet's word: `exec` is not
    /// isomorphic, because running the same command twice is not managing the same thing twice.
    pub isomorphic: bool,
    /// The names of all parameters and properties, sorted.
    pub attributes: Vec<Cow<'static, str>>,
    /// How titles supply the values of namevars.
    pub titles: TitleMapping,
    /// Whether `name` is accepted as an alias of the namevar. It is for types written in Ruby, but not for those that
    /// Puppet reads from generated descriptions (`.resource_types`).
    pub takes_name: bool,
    /// The metaparameters that become known for all resources when this type is loaded, because its Ruby file calls
    /// `newmetaparam`.
    pub metaparameters: Vec<Cow<'static, str>>,
}

/// How the titles of a type supply the values of namevars.
#[derive(Debug)]
pub enum TitleMapping {
    /// The title is the value of the namevar.
    Whole,
    /// The title is a path. The namevar gets it without the slashes at its end.
    Path,
    /// The title supplies several values. The first pattern that matches it decides.
    Patterns(Vec<TitlePattern>),
}

/// One form that the titles of a type may have: an entry of `title_patterns` in Ruby.
#[derive(Debug)]
pub struct TitlePattern {
    /// The pattern of such titles. `None` if it is not a valid regular expression; it matches nothing then.
    pub pattern: Option<Regexp>,
    /// The attributes that get the values of the groups, in the order of the groups.
    pub names: Vec<Cow<'static, str>>,
    /// The indexes in `names` of the attributes whose values go through a lambda in Ruby first.
    pub lambdas: Vec<usize>,
}

/// The value that a title supplies for one attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TitlePart<'t> {
    /// The name of the attribute.
    pub name: &'t str,
    /// The part of the title. `None` if the group of the attribute took no part in the match.
    pub text: Option<&'t str>,
    /// The lambda in Ruby that the value must go through, as the index of the pattern and the index in its names.
    pub lambda: Option<(usize, usize)>,
}

/// A description that is built in, or that was loaded from an environment.
#[derive(Debug, Clone)]
pub enum Description {
    /// One of [`ResourceType::all`].
    Static(&'static ResourceType),
    /// A type of a module.
    Loaded(Arc<ResourceType>),
}

impl Deref for Description {
    type Target = ResourceType;

    fn deref(&self) -> &ResourceType {
        match self {
            Description::Static(ty) => ty,
            Description::Loaded(ty) => ty,
        }
    }
}

/// The attributes that every resource has, including classes and instances of defined types.
pub const METAPARAMETERS: [&str; 11] = [
    "alias",
    "audit",
    "before",
    "loglevel",
    "noop",
    "notify",
    "require",
    "schedule",
    "stage",
    "subscribe",
    "tag",
];

/// The metaparameters whose values are references to other resources and become edges of the catalog.
pub const RELATIONSHIPS: [&str; 4] = ["before", "notify", "require", "subscribe"];

impl ResourceType {
    /// Finds a built-in type by its name in lowercase.
    pub fn find(name: &str) -> Option<&'static ResourceType> {
        table::find(name)
    }

    /// All built-in types, sorted by name.
    pub fn all() -> &'static [ResourceType] {
        table::all()
    }

    /// Whether the type has an attribute of that name. Metaparameters are not attributes of a type.
    pub fn has(&self, attribute: &str) -> bool {
        // Most names differ in length or first letter, which is faster to check than to search.
        let is_it = |known: &Cow<'static, str>| {
            known.len() == attribute.len()
                && known.as_bytes().first() == attribute.as_bytes().first()
                && *known == attribute
        };
        self.takes_name && attribute == "name" || self.attributes.iter().any(is_it)
    }

    /// The attribute that `name` is an alias of: the only namevar, or `name` itself.
    pub fn namevar(&self) -> &str {
        match self.namevars.as_slice() {
            [only] => only,
            // For a type with several namevars, patterns determine what its titles supply. `package` is an exception:
            // its three namevars include `name`, and a title is the name alone.
            _ => "name",
        }
    }

    /// The value that a title supplies for the namevar, if it supplies no other. `None` if the type has patterns for
    /// titles.
    pub fn whole_title<'t>(&self, title: &'t str) -> Option<&'t str> {
        match &self.titles {
            TitleMapping::Whole => Some(title),
            TitleMapping::Path => Some(without_last_slashes(title)),
            TitleMapping::Patterns(_) => None,
        }
    }

    /// The values that a title supplies. `None` if the type has patterns for titles and none of them matches.
    pub fn title_parts<'t>(&'t self, title: &'t str) -> Option<Vec<TitlePart<'t>>> {
        match &self.titles {
            TitleMapping::Whole | TitleMapping::Path => {
                let text = self.whole_title(title);
                Some(vec![TitlePart { name: self.namevar(), text, lambda: None }])
            }
            TitleMapping::Patterns(patterns) => patterns.iter().enumerate().find_map(|(number, form)| {
                let found = form.pattern.as_ref()?.find(title).ok().flatten()?;
                let part = |(index, name): (usize, &'t Cow<'static, str>)| TitlePart {
                    name,
                    text: found.text_of(index + 1),
                    lambda: form.lambdas.contains(&index).then_some((number, index)),
                };
                Some(form.names.iter().enumerate().map(part).collect())
            }),
        }
    }
}

/// Removes trailing slashes from a path. A root keeps its slash, including that of a Windows drive (`C:/`).
fn without_last_slashes(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    if trimmed.is_empty() && !path.is_empty() {
        return path.get(..1).unwrap_or(path);
    }
    if trimmed.ends_with(':') { path.get(..=trimmed.len()).unwrap_or(path) } else { trimmed }
}

/// Whether a name is one of [`METAPARAMETERS`].
pub fn is_metaparameter(name: &str) -> bool {
    METAPARAMETERS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_sorted_and_namevars_are_among_them() {
        for ty in ResourceType::all() {
            assert!(ty.attributes.windows(2).all(|pair| pair[0] < pair[1]), "{}", ty.name);
            assert!(ty.namevars.iter().all(|name| ty.attributes.contains(name)), "{}", ty.name);
        }
        assert!(ResourceType::all().windows(2).all(|pair| pair[0].name < pair[1].name));
    }

    #[test]
    fn a_path_loses_its_last_slashes() {
        let name = |title| {
            ResourceType::find("file").unwrap().title_parts(title).unwrap()[0].text.unwrap().to_owned()
        };
        assert_eq!(name("/opt/x/"), "/opt/x");
        assert_eq!(name("/"), "/");
        assert_eq!(name("//"), "/");
        assert_eq!(name("C:/"), "C:/");
        let notify = ResourceType::find("notify").unwrap();
        assert_eq!(notify.title_parts("x/").unwrap()[0].text, Some("x/"));
    }

    #[test]
    fn a_title_may_have_several_parts() {
        let sshkey = ResourceType::find("sshkey").unwrap();
        let parts = |title| {
            let parts = sshkey.title_parts(title).unwrap();
            parts.into_iter().map(|part| (part.name, part.text.unwrap())).collect::<Vec<_>>()
        };
        assert_eq!(parts("h@rsa"), [("name", "h"), ("type", "rsa")]);
        assert_eq!(parts("h"), [("name", "h")]);
        assert_eq!(sshkey.namevar(), "name");
    }
}
