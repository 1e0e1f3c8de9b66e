//! Turns the tables of built-in types into descriptions.
//!
//! The tables are constants, with all attributes of a type in one string, so that they stay readable and cost nothing
//! until the first lookup.

use std::{borrow::Cow, collections::HashMap, sync::OnceLock};

use bunraku_regexp::Regexp;

use crate::{ResourceType, TitleMapping, TitlePattern, core, modules};

/// A row of a table: one resource type.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) namevars: &'static [&'static str],
    pub(crate) isomorphic: bool,
    pub(crate) titles: Form,
    /// The names of all parameters and properties, sorted and separated by single spaces.
    pub(crate) attributes: &'static str,
}

/// [`TitleMapping`] as a constant.
pub(crate) enum Form {
    Whole,
    Path,
    /// The patterns of `sshkey`: `name` or `name@type`.
    Sshkey,
}

/// All built-in types, sorted by name.
pub(crate) fn all() -> &'static [ResourceType] {
    static ALL: OnceLock<Vec<ResourceType>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all: Vec<ResourceType> =
            core::TYPES.iter().chain(modules::TYPES).map(Row::description).collect();
        all.sort_by(|one, other| one.name.cmp(&other.name));
        all
    })
}

/// The built-in type with a name.
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
                Form::Whole => TitleMapping::Whole,
                Form::Path => TitleMapping::Path,
                Form::Sshkey => TitleMapping::Patterns(vec![
                    pattern("^(.*?)@(.*)$", &["name", "type"]),
                    pattern("^([^@]+)$", &["name"]),
                ]),
            },
            // All built-in types are written in Ruby.
            takes_name: true,
            metaparameters: Vec::new(),
        }
    }
}

fn pattern(source: &str, names: &[&'static str]) -> TitlePattern {
    let names = names.iter().copied().map(Cow::Borrowed).collect();
    TitlePattern { pattern: Regexp::new(source).ok(), names, lambdas: Vec::new() }
}
