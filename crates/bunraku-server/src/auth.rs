//! Authorization: rules in the form and order of Puppet's `auth.conf`.

mod conf;
mod rule;

pub use conf::{AuthError, read};
pub use rule::{AuthRequest, Rule};

/// All rules, in the order in which they are evaluated.
#[derive(Debug)]
pub struct Rules(Vec<Rule>);

/// The result of evaluating the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The request is allowed.
    Allowed,
    /// The request is denied, by the rule of this name or because no rule matches.
    Denied(Option<String>),
}

/// The rules of an installation without an `auth.conf`.
const BUILT_IN: &str = include_str!("auth/built_in.conf");

impl Rules {
    /// Sorts rules by order, and by name if that is the same.
    pub fn new(mut rules: Vec<Rule>) -> Rules {
        rules.sort_by(|a, b| a.order.cmp(&b.order).then_with(|| a.name.cmp(&b.name)));
        Rules(rules)
    }

    /// The rules of an installation without an `auth.conf`.
    pub fn built_in() -> Result<Rules, AuthError> {
        read(BUILT_IN)
    }

    /// The first matching rule decides; without one, the request is denied.
    pub fn judge(&self, asked: &AuthRequest<'_>) -> Verdict {
        for rule in &self.0 {
            if let Some(allowed) = rule.judge(asked) {
                return if allowed { Verdict::Allowed } else { Verdict::Denied(Some(rule.name.clone())) };
            }
        }
        Verdict::Denied(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_rules_are_well_formed() {
        assert!(Rules::built_in().unwrap().0.len() > 15);
    }
}
