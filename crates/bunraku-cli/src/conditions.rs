//! Builds a program from options: the node, its facts and the language rules.

use std::sync::Arc;

use bunraku::diag::{Code, Diagnostic, Sources, codes};
use bunraku::eval::Settings;
use bunraku::loader::PuppetSettings;
use bunraku::world::WithState;
use bunraku::world::names::{InvalidName, check_environment, check_node};
use bunraku::{Facts, Program};
use bunraku_fs::{StateFolder, SystemWorld};

use crate::args::Conditions;
use crate::json;
use crate::log::Detail;
use crate::report::{Refusal, Reporter};
use crate::site::SiteArgs;

impl Conditions {
    /// The program without its source.
    pub fn program(&self) -> Result<Program, Refusal> {
        let mut program = Program::new(self.edition());
        program.settings = Settings {
            strict: self.strict.map_or(bunraku::analysis::Strict::Error, Into::into),
            strict_variables: self.strict_variables.unwrap_or(true),
            seed: self.seed,
            ..Settings::default()
        };
        program.limits = self.limits.limits();
        program.world = Arc::new(SystemWorld::with_policy(self.allow.policy()?));
        if let Some(folder) = &self.state {
            program.world = Arc::new(WithState::over(program.world, StateFolder::new(folder)));
        }
        if let Some(name) = &self.environment_name {
            check_environment(name).map_err(|invalid| wrong_name(codes::WRONG_USE, &invalid))?;
            program.environment.clone_from(name);
        }
        let watch = program.watch();
        let facts = self.node_facts()?;
        program.facts = facts.values;
        if let Some(path) = &self.trusted {
            program.trusted = Some(json::trusted(path)?);
        }
        drop(watch);
        if let Some(node) = facts.node {
            // Certnames, and therefore node names, are lowercase.
            program.node = node.to_lowercase();
            check_node(&program.node).map_err(|invalid| wrong_name(codes::INVALID_HOST_NAME, &invalid))?;
        }
        Ok(program)
    }

    /// Like [`Self::program`], in an environment. Also returns the settings of the installation.
    pub fn program_in(
        &self,
        site: &SiteArgs,
        reporter: &mut Reporter,
    ) -> Result<(Program, PuppetSettings), Refusal> {
        let mut program = self.program()?;
        let (mut settings, notes) = site.settings()?;
        notes.into_iter().for_each(|note| reporter.report(note, &Sources::new()));
        if site.confdir.is_some() {
            self.apply(&settings, &mut program)?;
        }
        if let Some(path) = &site.hiera_config {
            settings.set("hiera_config", &path.to_string_lossy());
        }
        program.settings_variables = settings.variables();
        if let (None, Some(name)) = (&self.environment_name, site.name()) {
            program.environment = name;
        }
        Ok((program, settings))
    }

    /// Applies the settings of an installation that no option overrides.
    fn apply(&self, settings: &PuppetSettings, program: &mut Program) -> Result<(), Refusal> {
        let bad = |name: &str, value: &str, known: &str| {
            let message = format!("invalid value `{value}` for the setting `{name}`");
            let reason = Diagnostic::error(codes::INVALID_SETTING, message);
            Refusal::from(reason.help(format!("valid values are {known}")))
        };
        if let (None, Some(strict)) = (self.strict, settings.given("strict")) {
            program.settings.strict = match strict.as_str() {
                "error" => bunraku::analysis::Strict::Error,
                "warning" => bunraku::analysis::Strict::Warning,
                "off" => bunraku::analysis::Strict::Off,
                other => return Err(bad("strict", other, "`error`, `warning` and `off`")),
            };
        }
        if let (None, Some(value)) = (self.strict_variables, settings.given("strict_variables")) {
            program.settings.strict_variables = match value.to_lowercase().as_str() {
                "true" => true,
                "false" => false,
                other => return Err(bad("strict_variables", other, "`true` and `false`")),
            };
        }
        for kind in settings.given("disable_warnings").unwrap_or_default().split(',').map(str::trim) {
            program.disabled_warnings.push(match kind {
                "" => continue,
                "deprecations" => codes::DEPRECATED,
                "undefined_variables" => codes::UNKNOWN_VARIABLE,
                "undefined_resources" => codes::MISSING_RESOURCE,
                other => {
                    let known = "`deprecations`, `undefined_variables` and `undefined_resources`";
                    return Err(bad("disable_warnings", other, known));
                }
            });
        }
        let named = self.node.is_some() || !self.facts.facts.is_empty();
        if let Some(node) = settings.of_agent("node_name_value").filter(|node| !named && !node.contains('$'))
        {
            program.node = node.to_lowercase();
        }
        if let (None, Some(name)) = (&self.environment_name, settings.given("environment")) {
            program.environment = name;
        }
        Ok(())
    }

    /// The facts that the options give.
    pub fn node_facts(&self) -> Result<Facts, Refusal> {
        self.facts.read(self.node.as_deref())
    }

    /// How much of the program's log is shown.
    pub fn detail(&self) -> Detail {
        match (self.debug, self.verbose) {
            (true, _) => Detail::Debug,
            (false, true) => Detail::Info,
            (false, false) => Detail::Usual,
        }
    }

    /// Rejects a second reader of standard input. `taken` is set if the manifest or another input already reads it.
    pub fn refuse_second_stdin(&self, taken: bool) -> Result<(), Refusal> {
        let facts = self.facts.facts.iter().map(|path| ("--facts", path));
        let mut taken = taken;
        for (option, path) in facts.chain(self.trusted.iter().map(|path| ("--trusted", path))) {
            if path.as_os_str() == "-" && std::mem::replace(&mut taken, true) {
                let message =
                    format!("`{option} -` reads standard input, which is already used for something else");
                let reason = Diagnostic::error(codes::WRONG_USE, message);
                return Err(reason.help("save one of them to a file first").into());
            }
        }
        Ok(())
    }
}

/// Why a name cannot be used.
pub fn wrong_name(code: Code, invalid: &InvalidName) -> Refusal {
    Diagnostic::error(code, invalid.message.clone()).help(invalid.help).into()
}
