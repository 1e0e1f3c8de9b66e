//! A rule: which requests it matches, and which clients it allows.

use bunraku::regexp::Regexp;

use crate::client::Client;
use crate::params::Params;

/// A rule.
#[derive(Debug)]
pub struct Rule {
    /// The name, for the log.
    pub name: String,
    /// The sort order among the rules.
    pub order: i64,
    /// The paths that it matches.
    pub path: PathMatch,
    /// The methods that it matches, in lowercase; empty for all.
    pub methods: Vec<String>,
    /// Query parameters that must have one of these values.
    pub query: Vec<(String, Vec<String>)>,
    /// Whether it allows everybody, even without a certificate.
    pub open: bool,
    /// The clients that it allows.
    pub allow: Vec<Who>,
    /// The clients that it denies, regardless of `allow`.
    pub deny: Vec<Who>,
}

/// Which paths a rule matches.
#[derive(Debug)]
pub enum PathMatch {
    /// Paths with this prefix.
    Prefix(String),
    /// Paths that match. The rule may refer to its groups as `$1`.
    Regexp(Box<Regexp>),
}

/// A set of clients.
#[derive(Debug)]
pub enum Who {
    /// Everybody with a certificate.
    Anybody,
    /// The client with this name, in lowercase. It may contain `$1` for a group of the path.
    Named(String),
    /// The clients in this domain: `example.com` for `*.example.com`.
    Domain(String),
    /// The clients whose names match.
    Fits(Box<Regexp>),
    /// The clients whose certificates have all of these extensions, each with one of the values.
    Extensions(Vec<(String, Vec<String>)>),
}

/// A request to be authorized.
#[derive(Debug)]
pub struct AuthRequest<'r> {
    /// The decoded path.
    pub path: &'r str,
    /// The method in lowercase.
    pub method: &'r str,
    /// The query parameters.
    pub params: &'r Params,
    /// The client, if it has presented a certificate.
    pub client: Option<&'r Client>,
}

impl Rule {
    /// Whether the rule allows the request; `None` if it does not match.
    pub fn judge(&self, asked: &AuthRequest<'_>) -> Option<bool> {
        if !self.methods.is_empty() && !self.methods.iter().any(|method| method == asked.method) {
            return None;
        }
        let has_value = |(name, values): &(String, Vec<String>)| {
            asked.params.all(name).any(|value| values.iter().any(|wanted| wanted == value))
        };
        if !self.query.iter().all(has_value) {
            return None;
        }
        let groups = self.path.groups(asked.path)?;
        if self.open {
            return Some(true);
        }
        let Some(client) = asked.client else { return Some(false) };
        let is = |who: &Who| who.is(client, &groups);
        Some(!self.deny.iter().any(is) && self.allow.iter().any(is))
    }
}

impl PathMatch {
    /// The groups of a matching path; `None` if it does not match.
    fn groups(&self, path: &str) -> Option<Vec<String>> {
        match self {
            PathMatch::Prefix(prefix) => path.starts_with(prefix.as_str()).then(Vec::new),
            // A pattern that takes too long does not match, so the request is denied unless another rule allows it.
            PathMatch::Regexp(regexp) => {
                let found = regexp.find(path).ok().flatten()?;
                let group = |index| found.text_of(index).unwrap_or_default().to_owned();
                Some((1..=regexp.group_count()).map(group).collect())
            }
        }
    }
}

impl Who {
    fn is(&self, client: &Client, groups: &[String]) -> bool {
        let name = client.certname.to_lowercase();
        match self {
            Who::Anybody => true,
            // A part of the path is the name of a node, which is used exactly as written.
            Who::Named(wanted) if wanted.contains('$') => {
                filled(wanted, groups).is_some_and(|wanted| wanted == client.certname)
            }
            Who::Named(wanted) => *wanted == name,
            Who::Domain(domain) => {
                name.strip_suffix(domain.as_str()).is_some_and(|host| host.len() > 1 && host.ends_with('.'))
            }
            Who::Fits(regexp) => regexp.is_match(&name).unwrap_or(false),
            Who::Extensions(wanted) => wanted.iter().all(|(name, values)| {
                client.extension(name).is_some_and(|value| values.iter().any(|wanted| wanted == value))
            }),
        }
    }
}

/// Replaces `$1` and so on by groups of the path; `None` if there is no such group.
fn filled(pattern: &str, groups: &[String]) -> Option<String> {
    let mut parts = pattern.split('$');
    let mut out = parts.next()?.to_owned();
    for part in parts {
        let (digit, rest) = part.split_at_checked(1)?;
        let index: usize = digit.parse().ok()?;
        out.push_str(groups.get(index.checked_sub(1)?)?);
        out.push_str(rest);
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_stand_for_parts_of_paths() {
        let groups = ["web".to_owned()];
        assert_eq!(filled("$1", &groups).as_deref(), Some("web"));
        assert_eq!(filled("a-$1.b", &groups).as_deref(), Some("a-web.b"));
        for wrong in ["$2", "$0", "$", "$x"] {
            assert_eq!(filled(wrong, &groups), None, "{wrong}");
        }
    }

    #[test]
    fn a_domain_is_not_a_suffix() {
        let client = |name: &str| Client {
            certname: name.to_owned(),
            extensions: Vec::new(),
            certificate: Vec::new(),
        };
        let who = Who::Domain("example.com".to_owned());
        assert!(who.is(&client("web.example.com"), &[]) && who.is(&client("a.b.EXAMPLE.com"), &[]));
        for name in ["example.com", "webexample.com", ".example.com"] {
            assert!(!who.is(&client(name), &[]), "{name}");
        }
    }
}
