//! Descriptions of resource types: what a compiler has to know about them.
//!
//! Values are not described: a catalog is checked for the names of attributes only, and the agent checks the rest.

mod core;
mod modules;
mod table;

use std::{borrow::Cow, ops::Deref, sync::Arc};

use bunraku_regexp::Regexp;

/// A resource type.
#[derive(Debug)]
pub struct ResourceType {
    /// The name, in lower case.
    pub name: Cow<'static, str>,
    /// The attributes that name the resource on the node; titles stand for their values.
    pub namevars: Vec<Cow<'static, str>>,
    /// Whether two resources with the same values of the namevars are duplicates.
    pub isomorphic: bool,
    /// The names of all parameters and properties, sorted.
    pub attributes: Vec<Cow<'static, str>>,
    /// What titles stand for.
    pub titles: Titles,
    /// Whether the name can be given as `name` whatever the namevar is.
    pub takes_name: bool,
    /// The metaparameters that reading the type adds for all resources, in Ruby with `newmetaparam`.
    pub metaparameters: Vec<Cow<'static, str>>,
}

/// What the titles of a type stand for.
#[derive(Debug)]
pub enum Titles {
    /// The value of the namevar.
    Whole,
    /// A path, which loses the slashes at its end.
    Path,
    /// Several values: the first pattern that matches says which.
    Patterns(Vec<TitlePattern>),
}

/// A form of titles.
#[derive(Debug)]
pub struct TitlePattern {
    /// What such titles look like; nothing if the pattern is not valid.
    pub pattern: Option<Regexp>,
    /// The attributes that its groups stand for.
    pub names: Vec<Cow<'static, str>>,
    /// The positions of names whose values a lambda in Ruby changes.
    pub lambdas: Vec<usize>,
}

/// What a title says about an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TitlePart<'t> {
    /// The attribute.
    pub name: &'t str,
    /// Its value; nothing if its group took no part in the match.
    pub text: Option<&'t str>,
    /// The positions of the pattern and of the name whose lambda in Ruby changes the value.
    pub lambda: Option<(usize, usize)>,
}

/// A description that is built in, or that an environment has loaded.
#[derive(Debug, Clone)]
pub enum Description {
    /// Built in.
    Static(&'static ResourceType),
    /// Loaded.
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

/// Attributes that every resource has, classes and defined types included.
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

/// The metaparameters that relate resources to each other.
pub const RELATIONSHIPS: [&str; 4] = ["before", "notify", "require", "subscribe"];

impl ResourceType {
    /// The built-in type of a name, which is in lower case.
    pub fn find(name: &str) -> Option<&'static ResourceType> {
        table::find(name)
    }

    /// All built-in types, sorted by name.
    pub fn all() -> &'static [ResourceType] {
        table::all()
    }

    /// Whether it has an attribute of its own of that name.
    pub fn has(&self, attribute: &str) -> bool {
        self.takes_name && attribute == "name"
            || self.attributes.binary_search_by(|known| (**known).cmp(attribute)).is_ok()
    }

    /// The attribute that `name` stands for: the only namevar, or `name` itself.
    pub fn namevar(&self) -> &str {
        match self.namevars.as_slice() {
            [only] => only,
            _ => "name",
        }
    }

    /// The attributes that a title gives values; `None` if it has none of the forms that titles must have.
    pub fn title_parts<'t>(&'t self, title: &'t str) -> Option<Vec<TitlePart<'t>>> {
        let whole = |text| Some(vec![TitlePart { name: self.namevar(), text: Some(text), lambda: None }]);
        match &self.titles {
            Titles::Whole => whole(title),
            Titles::Path => whole(without_last_slashes(title)),
            Titles::Patterns(patterns) => patterns.iter().enumerate().find_map(|(number, form)| {
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

fn without_last_slashes(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    if trimmed.is_empty() && !path.is_empty() {
        return path.get(..1).unwrap_or(path);
    }
    // The slash behind a drive is part of it.
    if trimmed.ends_with(':') { path.get(..=trimmed.len()).unwrap_or(path) } else { trimmed }
}

/// Whether a name is that of a metaparameter.
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
