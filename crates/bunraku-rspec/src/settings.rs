//! Puppet's settings while specs run: those of rspec-puppet, in place of an installation's.

use bunraku::{
    loader::{PuppetSettings, SettingVariables},
    pcore::{Hash, Value},
};

/// Folders that specs do not have.
const NOWHERE: [&str; 7] =
    ["confdir", "codedir", "logdir", "rundir", "publicdir", "basemodulepath", "vendormoduledir"];

/// The folder of the data that a server keeps: a temporary one, and none of the others.
pub(crate) const KEPT: &str = "/tmp/vardir";

/// The variables of the class `settings` for the settings that were asked for last. Consecutive examples have the same.
#[derive(Default)]
pub(crate) struct Known(Option<(Hash, SettingVariables)>);

impl Known {
    /// The variables where the spec has changed these settings.
    pub(crate) fn variables(&mut self, changed: &Hash) -> SettingVariables {
        if let Some((known, variables)) = &self.0
            && known == changed
        {
            return SettingVariables::clone(variables);
        }
        let mut settings = defaults();
        for (name, value) in changed.iter() {
            if let (Some(name), Some(value)) = (name.as_str(), value.as_str()) {
                settings.set(name, value);
            }
        }
        let variables = settings.variables();
        self.0 = Some((changed.clone(), SettingVariables::clone(&variables)));
        variables
    }
}

/// A setting that the spec has not changed; `None` if there is none of the name.
pub(crate) fn value(name: &str) -> Option<Value> {
    defaults().value(name)
}

fn defaults() -> PuppetSettings {
    let mut settings = PuppetSettings::default();
    for name in NOWHERE {
        settings.set(name, "/dev/null");
    }
    settings.set("vardir", KEPT);
    settings
}
