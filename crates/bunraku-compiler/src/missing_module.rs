//! Help for names whose module is not there: where modules were searched.

use crate::compiler::Compiler;

/// The help if there is no environment, so that no folder could be searched.
pub(crate) const NO_MODULES: &str = "no modules were searched: pass an environment with `--environment DIR`, or modules with `--modulepath DIR`";

impl Compiler<'_> {
    /// The help for an unknown resource type without a namespace: it may come with any module.
    pub(crate) fn undefined_type(&mut self) -> Option<String> {
        let environment = self.state().environment.as_ref()?;
        let folders: Vec<String> =
            environment.modulepath.iter().map(|folder| format!("`{}`", folder.display())).collect();
        (!folders.is_empty())
            .then(|| format!("no installed module defines it: searched in {}", folders.join(", ")))
    }

    /// The help for an unknown name, such as `apache::vhost`, of a module that is not on the modulepath. `None` if the
    /// module exists.
    pub(crate) fn missing_module(&mut self, name: &str) -> Option<String> {
        let module = name.split("::").next().unwrap_or(name);
        match &self.state().environment {
            Some(environment) if environment.module(module).is_some() => environment.expected_file(name),
            Some(environment) => Some(environment.searched_for(module)),
            None => Some(NO_MODULES.to_owned()),
        }
    }
}
