//! The settings of the rules: which ones are enabled, and their options.

use bunraku_diag::{Code, Severity};

use crate::rule::{Rule, Set};
use crate::rules::RULES;

/// Which rules are enabled, and their options.
#[derive(Debug, Clone)]
pub struct RuleSettings {
    /// A flag for each rule, in the order of [`RULES`].
    enabled: Vec<bool>,
    /// Severities that override those of the rules.
    severities: Vec<(&'static str, Severity)>,
    /// Whether paths are compared relative to the module's folder, whatever it is called.
    pub relative: bool,
    /// Names of top-scope variables that are not facts.
    pub top_scope_variables: Vec<String>,
    /// The number of spaces per level of indentation.
    pub chars_per_indent: u32,
    /// The allowed styles of documentation: `doc`, `kafo`, `strings`.
    pub documentation_styles: Vec<String>,
}

/// Rules that are enabled together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preset {
    /// The rules of puppet-lint without plugins, and the semantic rules.
    Core,
    /// `Core`, and the plugins of Vox Pupuli.
    Vox,
    /// Every rule.
    All,
}

impl RuleSettings {
    /// The rules of a preset. Those that puppet-lint disables by default are only enabled in `Preset::All`.
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

    /// Enables or disables a rule. Returns whether it exists.
    pub fn set(&mut self, name: &str, enabled: bool) -> bool {
        let at = RULES.iter().position(|rule| rule.name() == name);
        let flag = at.and_then(|at| self.enabled.get_mut(at));
        flag.map(|flag| *flag = enabled).is_some()
    }

    /// Overrides the severity of a rule. Does nothing for an unknown rule.
    pub fn set_severity(&mut self, name: &str, severity: Severity) {
        if let Some(rule) = RULES.iter().find(|rule| rule.name() == name) {
            self.severities.retain(|(known, _)| *known != rule.name());
            self.severities.push((rule.name(), severity));
        }
    }

    /// The overridden severity of a rule, if it was set.
    pub fn severity(&self, code: Code) -> Option<Severity> {
        self.severities.iter().find(|(name, _)| *name == code.name()).map(|(_, severity)| *severity)
    }

    /// Disables all rules.
    pub fn clear(&mut self) {
        self.enabled.fill(false);
    }

    /// The enabled rules.
    pub fn rules(&self) -> impl Iterator<Item = &'static Rule> {
        RULES.iter().zip(&self.enabled).filter(|(_, enabled)| **enabled).map(|(rule, _)| *rule)
    }

    /// Whether a rule is enabled.
    pub fn follows(&self, name: &str) -> bool {
        self.rules().any(|rule| rule.name() == name)
    }
}

impl Default for RuleSettings {
    fn default() -> RuleSettings {
        RuleSettings::new(Preset::Core)
    }
}
