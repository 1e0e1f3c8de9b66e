//! The tables of types that are built in, and how their rows become descriptions.

use std::{borrow::Cow, collections::HashMap, sync::OnceLock};

use bunraku_regexp::Regexp;

use crate::{ResourceType, TitlePattern, Titles, core, modules};

/// A row of a table.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) namevars: &'static [&'static str],
    pub(crate) isomorphic: bool,
    pub(crate) titles: Form,
    /// All parameters and properties, sorted, with blanks between them.
    pub(crate) attributes: &'static str,
}

/// What titles stand for.
pub(crate) enum Form {
    /// The name of the resource.
    Whole,
    /// A path, which loses the slashes at its end.
    Path,
    /// A name, and the type of a key behind `@`.
    Sshkey,
}

/// All types that are built in, sorted by name.
pub(crate) fn all() -> &'static [ResourceType] {
    static ALL: OnceLock<Vec<ResourceType>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all: Vec<ResourceType> =
            core::TYPES.iter().chain(modules::TYPES).map(Row::description).collect();
        all.sort_by(|one, other| one.name.cmp(&other.name));
        all
    })
}

/// The built-in type of a name.
pub(crate) fn find(name: &str) -> Option<&'static ResourceType> {
    static BY_NAME: OnceLock<HashMap<&'static str, &'static ResourceType>> = OnceLock::new();
    BY_NAME.get_or_init(|| all().iter().map(|ty| (&*ty.name, ty)).collect()).get(name).copied()
}

impl Row {
    fn description(&self) -> ResourceType {
        ResourceType {
            name: Cow::Borrowed(self.name),
            namevars: self.namevars.iter().copied().map(Cow::Borrowed).collect(),
            isomorphic: self.isomorphic,
            attributes: self.attributes.split(' ').map(Cow::Borrowed).collect(),
            titles: match self.titles {
                Form::Whole => Titles::Whole,
                Form::Path => Titles::Path,
                Form::Sshkey => Titles::Patterns(vec![
                    pattern("^(.*?)@(.*)$", &["name", "type"]),
                    pattern("^([^@]+)$", &["name"]),
                ]),
            },
            // Types of Ruby can always be given their name as `name`.
            takes_name: true,
            metaparameters: Vec::new(),
        }
    }
}

fn pattern(source: &str, names: &[&'static str]) -> TitlePattern {
    let names = names.iter().copied().map(Cow::Borrowed).collect();
    TitlePattern { pattern: Regexp::new(source).ok(), names, lambdas: Vec::new() }
}
