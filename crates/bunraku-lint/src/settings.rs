//! What the rules are told: which of them to follow, and their options.

use bunraku_diag::{Code, Severity};

use crate::rule::{Rule, Set};
use crate::rules::RULES;

/// Which rules are followed, and how.
#[derive(Debug, Clone)]
pub struct RuleSettings {
    /// A flag for each rule, in the order of [`RULES`].
    enabled: Vec<bool>,
    /// Rules whose findings are to be as bad as that, whatever the rule says.
    severities: Vec<(&'static str, Severity)>,
    /// Whether paths are compared from the module's own folder on, whatever it is called.
    pub relative: bool,
    /// Names of variables of the top scope that are no facts.
    pub top_scope_variables: Vec<String>,
    /// The blanks of a level of indentation.
    pub chars_per_indent: u32,
    /// The styles of documentation that are allowed: `doc`, `kafo`, `strings`.
    pub documentation_styles: Vec<String>,
}

/// Rules that are chosen together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preset {
    /// What puppet-lint does without plugins, and the rules about what code means.
    Core,
    /// That, and the plugins of Vox Pupuli.
    Vox,
    /// Every rule that there is.
    All,
}

impl RuleSettings {
    /// The rules of a preset. Those that puppet-lint has turned off are followed in `Preset::All` alone.
    pub fn new(preset: Preset) -> RuleSettings {
        let follows = |rule: &&Rule| match preset {
            Preset::Core => rule.enabled && matches!(rule.set, Set::Core | Set::Semantic),
            Preset::Vox => rule.enabled && rule.set != Set::Other,
            Preset::All => true,
        };
        RuleSettings {
            enabled: RULES.iter().map(follows).collect(),
            severities: Vec::new(),
            relative: false,
            top_scope_variables: Vec::new(),
            chars_per_indent: 2,
            documentation_styles: ["doc", "kafo", "strings"].map(str::to_owned).to_vec(),
        }
    }

    /// Follows a rule from now on, or does not. Whether there is such a rule is the answer.
    pub fn set(&mut self, name: &str, enabled: bool) -> bool {
        let at = RULES.iter().position(|rule| rule.name() == name);
        let flag = at.and_then(|at| self.enabled.get_mut(at));
        flag.map(|flag| *flag = enabled).is_some()
    }

    /// Findings of a rule are as bad as that from now on. A rule that does not exist has none.
    pub fn set_severity(&mut self, name: &str, severity: Severity) {
        if let Some(rule) = RULES.iter().find(|rule| rule.name() == name) {
            self.severities.retain(|(known, _)| *known != rule.name());
            self.severities.push((rule.name(), severity));
        }
    }

    /// How bad findings of a rule are to be, if that was set.
    pub fn severity(&self, code: Code) -> Option<Severity> {
        self.severities.iter().find(|(name, _)| *name == code.name()).map(|(_, severity)| *severity)
    }

    /// Follows no rule any more.
    pub fn clear(&mut self) {
        self.enabled.fill(false);
    }

    /// The rules that are followed.
    pub fn rules(&self) -> impl Iterator<Item = &'static Rule> {
        RULES.iter().zip(&self.enabled).filter(|(_, enabled)| **enabled).map(|(rule, _)| *rule)
    }

    /// Whether a rule is followed.
    pub fn follows(&self, name: &str) -> bool {
        self.rules().any(|rule| rule.name() == name)
    }
}

impl Default for RuleSettings {
    fn default() -> RuleSettings {
        RuleSettings::new(Preset::Core)
    }
}
