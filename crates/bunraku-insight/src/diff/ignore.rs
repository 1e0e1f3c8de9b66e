//! What is excluded from a comparison, in the notation of octocatalog-diff: `File[/tmp/*]`, `Exec[*]::command`.

mod pattern;

use bunraku_pcore::Value;

use pattern::{Rule, Side};

/// Resources and parameters that are excluded.
#[derive(Debug, Clone, Default)]
pub struct Ignore {
    rules: Vec<Rule>,
    tags: Vec<String>,
}

impl Ignore {
    /// Leaves out what a pattern names. The error says what is wrong with it.
    ///
    /// | pattern | what it leaves out |
    /// |---|---|
    /// | `Type`, `Type[title]` | resources, each part with `*` for anything |
    /// | `Type[title]+`, `Type[title]-`, `Type[title]+-` | resources that are added, that are removed, or both |
    /// | `Type[title]::name`, `Type[title]::parameters::name` | a parameter |
    /// | `Type[title]::name::key` | a parameter, if it differs only below a key of its hash |
    /// | `Type[title]+::name`, `Type[title]-::name` | a parameter that only the new, or only the old catalog has |
    /// | `…=>value`, `…=+>value`, `…=->value` | if one of the values, the new one or the old one is this |
    /// | `…=~>pattern`, `…=&>pattern` | if one changed line, or each of them, matches, with its `+` or `-` |
    /// | `…=s>=` | if both are lists of the same elements |
    pub fn add(&mut self, pattern: &str) -> Result<(), String> {
        self.rules.push(Rule::read(pattern)?);
        Ok(())
    }

    /// Excludes a parameter of all resources, with the conditions that a pattern may have.
    pub fn add_parameter(&mut self, pattern: &str) -> Result<(), String> {
        let name = pattern.strip_prefix("::").unwrap_or(pattern);
        self.add(&format!("*[*]::{name}"))
    }

    /// Excludes resources with a tag.
    pub fn add_tag(&mut self, tag: &str) {
        self.tags.push(tag.to_lowercase());
    }

    /// Whether all differences of a resource are excluded.
    pub(super) fn resource(&self, reference: &str) -> bool {
        self.rules.iter().any(|rule| rule.whole() == Some(Side::Any) && rule.names(reference))
    }

    /// Whether the addition or removal of a resource is excluded.
    pub(super) fn presence(&self, reference: &str, is_added: bool) -> bool {
        self.rules
            .iter()
            .any(|rule| rule.whole().is_some_and(|side| side.includes(is_added)) && rule.names(reference))
    }

    /// Whether a difference of a parameter is excluded.
    pub(super) fn parameter(
        &self,
        reference: &str,
        name: &str,
        old: Option<&Value>,
        new: Option<&Value>,
    ) -> bool {
        self.rules.iter().any(|rule| rule.leaves_out(name, old, new) && rule.names(reference))
    }

    pub(super) fn tagged(&self, tags: &[String]) -> bool {
        tags.iter().any(|tag| self.tags.contains(tag))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ignore(patterns: &[&str]) -> Ignore {
        let mut ignore = Ignore::default();
        for pattern in patterns {
            ignore.add(pattern).unwrap_or_else(|problem| panic!("{problem}"));
        }
        ignore
    }

    fn leaves_out(pattern: &str, old: Option<&str>, new: Option<&str>) -> bool {
        let (old, new) = (old.map(Value::str), new.map(Value::str));
        ignore(&[pattern]).parameter("File[/tmp/a]", "owner", old.as_ref(), new.as_ref())
    }

    #[test]
    fn rules() {
        let ignore =
            ignore(&["File[/tmp/*]", "exec", "Service[web]::enable", "Web::Site[*]::root", "User::password"]);
        let parameter = |reference: &str, name: &str| ignore.parameter(reference, name, None, None);
        assert!(ignore.resource("File[/tmp/x]") && !ignore.resource("File[/etc/x]"));
        assert!(ignore.resource("Exec[a [b]]"));
        assert!(parameter("Service[web]", "enable") && !parameter("Service[web]", "ensure"));
        assert!(parameter("Web::Site[a]", "root") && !ignore.resource("Web::Site[a]"));
        assert!(parameter("User[a]", "password"));
    }

    #[test]
    fn resources_that_come_or_go() {
        let added = ignore(&["File[/tmp/*]+"]);
        assert!(added.presence("File[/tmp/a]", true) && !added.presence("File[/tmp/a]", false));
        assert!(!added.resource("File[/tmp/a]") && !added.presence("File[/etc/a]", true));
        let removed = ignore(&["File[/tmp/*]-"]);
        assert!(removed.presence("File[/tmp/a]", false) && !removed.presence("File[/tmp/a]", true));
        let both = ignore(&["File[/tmp/*]+-"]);
        assert!(both.presence("File[/tmp/a]", false) && both.presence("File[/tmp/a]", true));
        assert!(!both.resource("File[/tmp/a]"));
    }

    #[test]
    fn parameters_that_come_or_go() {
        assert!(leaves_out("File[*]+::parameters::owner", None, Some("root")));
        assert!(!leaves_out("File[*]+::parameters::owner", Some("joe"), Some("root")));
        assert!(leaves_out("File[*]-::parameters::owner", Some("joe"), None));
        assert!(leaves_out("File[*]+::parameters::owner=>root", None, Some("root")));
        assert!(!leaves_out("File[*]+::parameters::owner=>root", None, Some("joe")));
    }

    #[test]
    fn values() {
        let changes = [(Some("root"), Some("joe")), (Some("joe"), Some("root")), (Some("a"), Some("b"))];
        let told = |pattern| changes.map(|(old, new)| leaves_out(pattern, old, new));
        assert_eq!(told("File[/tmp/*]::parameters::owner=>root"), [true, true, false]);
        assert_eq!(told("File[/tmp/*]::parameters::owner=+>root"), [false, true, false]);
        assert_eq!(told("File[/tmp/*]::owner=->root"), [true, false, false]);
        assert_eq!(told(r"File[/tmp/*]::owner=~>^\+ROOT$"), [false, true, false]);
        assert_eq!(told("File[/tmp/*]::owner=~>o"), [true, true, false]);
        assert_eq!(told("File[/tmp/*]::owner=&>^[-+](a|b)$"), [false, false, true]);
    }

    #[test]
    fn changed_lines() {
        let (old, new) = ("same\nserial 1\nend", "same\nserial 2\nend");
        assert!(leaves_out("File[*]::owner=&>^[-+]serial", Some(old), Some(new)));
        let more = "same\nserial 2\nother";
        assert!(!leaves_out("File[*]::owner=&>^[-+]serial", Some(old), Some(more)));
        assert!(leaves_out("File[*]::owner=~>^[-+]serial", Some(old), Some(more)));
    }

    #[test]
    fn lists_and_hashes() {
        let list = |items: &[&str]| Value::array(items.iter().map(|item| Value::str(*item)));
        let same = ignore(&["File[*]::owner=s>="]);
        let is_left_out = |old: &Value, new: &Value| same.parameter("File[a]", "owner", Some(old), Some(new));
        assert!(is_left_out(&list(&["a", "b"]), &list(&["b", "a", "a"])));
        assert!(!is_left_out(&list(&["a", "b"]), &list(&["b"])));
        assert!(!is_left_out(&Value::str("a"), &Value::str("a")));
        let hash = |pairs: &[(&str, i64)]| {
            Value::hash(pairs.iter().map(|(key, value)| (Value::str(*key), Value::Int(*value))))
        };
        let below = ignore(&["App[*]::parameters::settings::port"]);
        let is_left_out =
            |old: &Value, new: &Value| below.parameter("App[a]", "settings", Some(old), Some(new));
        assert!(is_left_out(&hash(&[("port", 1), ("size", 1)]), &hash(&[("port", 2), ("size", 1)])));
        assert!(!is_left_out(&hash(&[("port", 1), ("size", 1)]), &hash(&[("port", 2), ("size", 2)])));
    }

    #[test]
    fn parameters_of_all_resources() {
        let mut ignore = Ignore::default();
        ignore.add_parameter("::parameters::mode").unwrap_or_else(|problem| panic!("{problem}"));
        assert!(ignore.parameter("File[a]", "mode", None, None));
        assert!(!ignore.parameter("File[a]", "owner", None, None));
    }

    #[test]
    fn patterns_that_are_wrong() {
        let mut ignore = Ignore::default();
        for pattern in
            ["", "File[", "File[]", "File[a]x", "[a]", "File[a]::", "File[a]::b=~>(", "File[a]::b=s>x"]
        {
            assert!(ignore.add(pattern).is_err(), "{pattern}");
        }
    }
}
