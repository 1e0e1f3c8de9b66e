//! What is left out of a comparison, in the notation of octocatalog-diff: `File[/tmp/*]`, `Exec[*]::command`.

/// Resources and parameters that nobody wants to hear of.
#[derive(Debug, Clone, Default)]
pub struct Ignore {
    rules: Vec<Rule>,
    tags: Vec<String>,
}

#[derive(Debug, Clone)]
struct Rule {
    type_name: String,
    title: String,
    parameter: Option<String>,
}

impl Ignore {
    /// Leaves out what a pattern names: `Type`, `Type[title]` or `Type[title]::parameter`, each part with `*` for anything.
    /// The error says what is wrong with it.
    pub fn add(&mut self, pattern: &str) -> Result<(), String> {
        let wrong = || format!("`{pattern}` is not a pattern such as `File[/tmp/*]` or `File[*]::mode`");
        let rule = match pattern.split_once('[') {
            None => match pattern.split_once("::") {
                // A type may have `::` in its name; an attribute begins in lower case.
                Some((type_name, parameter))
                    if parameter.starts_with(|c: char| c.is_lowercase() || c == '*') =>
                {
                    Rule {
                        type_name: type_name.to_owned(),
                        title: "*".to_owned(),
                        parameter: Some(parameter.to_owned()),
                    }
                }
                _ => Rule { type_name: pattern.to_owned(), title: "*".to_owned(), parameter: None },
            },
            Some((type_name, rest)) => {
                let end = rest.rfind(']').ok_or_else(wrong)?;
                let (title, after) = rest.split_at(end);
                let parameter = match after.strip_prefix(']').unwrap_or("") {
                    "" => None,
                    after => Some(after.strip_prefix("::").ok_or_else(wrong)?.to_owned()),
                };
                Rule { type_name: type_name.to_owned(), title: title.to_owned(), parameter }
            }
        };
        if rule.type_name.is_empty() || rule.title.is_empty() || rule.parameter.as_deref() == Some("") {
            return Err(wrong());
        }
        self.rules.push(rule);
        Ok(())
    }

    /// Leaves out resources with a tag.
    pub fn add_tag(&mut self, tag: &str) {
        self.tags.push(tag.to_lowercase());
    }

    pub(super) fn resource(&self, reference: &str) -> bool {
        self.rules.iter().any(|rule| rule.parameter.is_none() && rule.names(reference))
    }

    pub(super) fn parameter(&self, reference: &str, name: &str) -> bool {
        self.rules.iter().any(|rule| {
            rule.parameter.as_ref().is_some_and(|parameter| matches(parameter, name)) && rule.names(reference)
        })
    }

    pub(super) fn tagged(&self, tags: &[String]) -> bool {
        tags.iter().any(|tag| self.tags.contains(tag))
    }
}

impl Rule {
    fn names(&self, reference: &str) -> bool {
        let Some((type_name, rest)) = reference.split_once('[') else { return false };
        let title = rest.strip_suffix(']').unwrap_or(rest);
        matches(&self.type_name.to_lowercase(), &type_name.to_lowercase()) && matches(&self.title, title)
    }
}

/// Whether a pattern with `*` for anything matches a whole string.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        let Some(at) = rest.find(part) else { return false };
        rest = rest.get(at + part.len()..).unwrap_or("");
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, text, expected) in [
            ("a*c", "abc", true),
            ("a*c", "ac", true),
            ("a*c", "acb", false),
            ("*", "", true),
            ("*b*", "abc", true),
            ("a*a", "a", false),
            ("a", "ab", false),
            ("*.conf", "/etc/a.conf", true),
        ] {
            assert_eq!(matches(pattern, text), expected, "{pattern} {text}");
        }
    }

    #[test]
    fn rules() {
        let mut ignore = Ignore::default();
        for pattern in
            ["File[/tmp/*]", "exec", "Service[web]::enable", "Web::Site[*]::root", "User::password"]
        {
            ignore.add(pattern).unwrap_or_else(|problem| panic!("{problem}"));
        }
        assert!(ignore.resource("File[/tmp/x]") && !ignore.resource("File[/etc/x]"));
        assert!(ignore.resource("Exec[a [b]]"));
        assert!(ignore.parameter("Service[web]", "enable") && !ignore.parameter("Service[web]", "ensure"));
        assert!(ignore.parameter("Web::Site[a]", "root") && !ignore.resource("Web::Site[a]"));
        assert!(ignore.parameter("User[a]", "password"));
        for pattern in ["", "File[", "File[]", "File[a]x", "[a]", "File[a]::"] {
            assert!(ignore.add(pattern).is_err(), "{pattern}");
        }
    }
}
