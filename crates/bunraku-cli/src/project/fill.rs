//! Fills options that were not given with the values of the project.

use bunraku::edition::Edition;
use bunraku::fmt::{DEFAULT_LINE_WIDTH, Options};
use bunraku_config::Config;
use clap::ValueEnum;

use super::Project;
use crate::args::lint::{Preset, RuleArgs};
use crate::args::{AlignArrows, Command, Compile, Conditions, Fmt, Strict};
use crate::site::SiteArgs;

impl Project {
    /// Fills the options of a command.
    pub fn fill(&self, command: &mut Command) {
        let config = self.config();
        match command {
            Command::Validate(args) => {
                args.edition = args.edition.or_else(|| config.edition());
                args.strict = args.strict.or_else(|| strict(config));
            }
            Command::Fmt(args) => fmt(config, args),
            Command::Lint(args) => {
                rules(config, &mut args.rules);
                if args.environment.is_none() && args.modulepath.is_empty() {
                    args.environment = self.path("environment.folder");
                    args.modulepath = self.paths("environment.modulepath");
                }
            }
            Command::Check(args) => {
                rules(config, &mut args.rules);
                self.fill_site(&mut args.site);
                self.fill_conditions(&mut args.conditions);
            }
            Command::Compile(args) => self.fill_compile(args),
            _ => {}
        }
    }

    /// The formatter's options according to the project.
    pub fn layout(&self, edition: &'static Edition) -> Options {
        let config = self.config();
        let width = config.number("fmt.line-width").map(|width| width as usize);
        Options {
            edition,
            line_width: width.unwrap_or(DEFAULT_LINE_WIDTH),
            align_arrows: align_arrows(config) != Some(AlignArrows::No),
        }
    }

    fn fill_compile(&self, args: &mut Compile) {
        self.fill_site(&mut args.site);
        self.fill_conditions(&mut args.conditions);
        let facts = &mut args.conditions.facts;
        // If a node is named, its facts are in the folder with the facts of all nodes.
        if args.conditions.node.is_some() && !facts.is_given() {
            facts.facts.extend(self.path("environment.facts"));
        }
    }

    /// Sets the environment, unless the command line names one or an installation.
    pub fn fill_site(&self, site: &mut SiteArgs) {
        if site.confdir.is_some() {
            return;
        }
        if site.environment.is_none() {
            site.environment = self.path("environment.folder");
        }
        if site.modulepath.is_none() {
            let folders = self.paths("environment.modulepath");
            let folders: Vec<_> = folders.iter().map(|folder| folder.to_string_lossy()).collect();
            site.modulepath = (!folders.is_empty()).then(|| folders.join(":"));
        }
        if site.hiera_config.is_none() {
            site.hiera_config = self.path("environment.hiera-config");
        }
    }

    /// Sets the edition and its strictness.
    pub fn fill_conditions(&self, conditions: &mut Conditions) {
        let config = self.config();
        conditions.edition = conditions.edition.or_else(|| config.edition());
        conditions.strict = conditions.strict.or_else(|| strict(config));
        conditions.strict_variables =
            conditions.strict_variables.or_else(|| config.switch("strict-variables"));
    }
}

fn fmt(config: &Config, args: &mut Fmt) {
    args.edition = args.edition.or_else(|| config.edition());
    args.line_width = args.line_width.or_else(|| config.number("fmt.line-width").map(|width| width as usize));
    args.align_arrows = args.align_arrows.or_else(|| align_arrows(config));
}

/// Sets the rules, as far as they can be expressed as options.
pub fn rules(config: &Config, args: &mut RuleArgs) {
    let preset = || Preset::from_str(config.text("lint.preset")?, false).ok();
    args.preset = args.preset.or_else(preset);
    args.relative |= config.switch("lint.relative").unwrap_or(false);
    args.fail_on_warnings |= config.switch("lint.fail-on-warnings").unwrap_or(false);
    if args.top_scope_variables.is_empty() {
        args.top_scope_variables = config.list("lint.top-scope-variables").to_vec();
    }
}

fn strict(config: &Config) -> Option<Strict> {
    Strict::from_str(config.text("strict")?, false).ok()
}

fn align_arrows(config: &Config) -> Option<AlignArrows> {
    config.switch("fmt.align-arrows").map(|align| if align { AlignArrows::Yes } else { AlignArrows::No })
}
