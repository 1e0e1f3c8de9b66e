//! Descriptions of resource types: what a compiler has to know about them.
//!
//! Values are not described: a catalog is checked for the names of attributes only, and the agent checks the rest.

mod core;

/// A resource type.
#[derive(Debug, PartialEq, Eq)]
pub struct ResourceType {
    /// The name, in lower case.
    pub name: &'static str,
    /// The attribute that names the resource on the node; its value is the title unless it is given.
    pub namevar: &'static str,
    /// Whether two resources with one value of the namevar are duplicates.
    pub isomorphic: bool,
    /// The names of all parameters and properties, sorted.
    pub attributes: &'static [&'static str],
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
    /// The core type of a name, which is in lower case.
    pub fn find(name: &str) -> Option<&'static ResourceType> {
        core::TYPES.iter().find(|ty| ty.name == name)
    }

    /// All core types.
    pub fn all() -> &'static [ResourceType] {
        core::TYPES
    }

    /// Whether it has an attribute of its own of that name; every type can be given its name as `name`.
    pub fn has(&self, attribute: &str) -> bool {
        attribute == "name" || self.attributes.binary_search(&attribute).is_ok()
    }

    /// The value of the namevar that a title stands for. A path loses the slashes at its end.
    pub fn name_of<'t>(&self, title: &'t str) -> &'t str {
        if self.name != "file" {
            return title;
        }
        let trimmed = title.trim_end_matches('/');
        if trimmed.is_empty() || trimmed.ends_with(':') { title } else { trimmed }
    }
}

/// Whether a name is that of a metaparameter.
pub fn is_metaparameter(name: &str) -> bool {
    METAPARAMETERS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_sorted() {
        for ty in ResourceType::all() {
            assert!(ty.attributes.windows(2).all(|pair| pair[0] < pair[1]), "{}", ty.name);
        }
    }

    #[test]
    fn a_path_loses_its_last_slashes() {
        let file = ResourceType::find("file").unwrap();
        assert_eq!(file.name_of("/opt/x/"), "/opt/x");
        assert_eq!(file.name_of("/"), "/");
        assert_eq!(ResourceType::find("notify").unwrap().name_of("x/"), "x/");
    }
}
