//! Help for names whose module is not there: where modules were searched.

use crate::compiler::Compiler;

/// The help if there is no environment, so that no folder could be searched.
pub(crate) const NO_MODULES: &str = "no modules were searched: pass an environment with `--environment DIR`, or modules with `--modulepath DIR`";

/// Well-known modules with resource types whose names have no namespace: the name on the Forge, the folder, and the
/// types.
const WELL_KNOWN: [(&str, &str, &str); 14] = [
    ("puppetlabs-acl", "acl", "acl"),
    ("puppetlabs-concat", "concat", "concat concat_file concat_fragment"),
    ("puppetlabs-docker", "docker", "docker_compose docker_network docker_stack docker_volume"),
    ("puppetlabs-firewall", "firewall", "firewall firewallchain"),
    ("puppetlabs-inifile", "inifile", "ini_setting ini_subsetting"),
    ("puppetlabs-java_ks", "java_ks", "java_ks"),
    ("puppetlabs-lvm", "lvm", "filesystem logical_volume physical_volume volume_group"),
    ("puppetlabs-mysql", "mysql", "mysql_database mysql_grant mysql_plugin mysql_user"),
    ("puppetlabs-postgresql", "postgresql", "postgresql_conf postgresql_psql"),
    ("puppetlabs-reboot", "reboot", "reboot"),
    ("puppetlabs-registry", "registry", "registry_key registry_value"),
    ("puppetlabs-stdlib", "stdlib", "anchor file_line"),
    ("puppetlabs-vcsrepo", "vcsrepo", "vcsrepo"),
    ("puppet-archive", "archive", "archive"),
];

impl Compiler<'_> {
    /// The help for an unknown resource type without a namespace: it may come with any module.
    pub(crate) fn undefined_type(&mut self, name: &str) -> Option<String> {
        let environment = self.state().environment.as_ref()?;
        let known = WELL_KNOWN.iter().find(|(_, _, types)| types.split(' ').any(|ty| ty == name));
        if let Some((title, folder, _)) = known
            && environment.module(folder).is_none()
        {
            return Some(format!("it comes with {title}; {}", environment.searched_for(folder)));
        }
        let folders: Vec<String> =
            environment.modulepath.iter().map(|folder| format!("`{}`", folder.display())).collect();
        (!folders.is_empty())
            .then(|| format!("no installed module defines it: searched in {}", folders.join(", ")))
    }

    /// The help for an unknown name, such as `apache::vhost`, of a module that is not on the modulepath. `None` if the
    /// module exists.
    pub(crate) fn missing_module(&mut self, name: &str) -> Option<String> {
        let module = name.split("::").next().unwrap_or(name);
        if let Some(owner) = name.strip_suffix("::init")
            && matches!(self.class(owner), Ok(Some(_)))
        {
            return Some(format!("the class in `init.pp` has the name of its module: write `{owner}`"));
        }
        match &self.state().environment {
            Some(environment) if environment.module(module).is_some() => environment.expected_file(name),
            Some(environment) => Some(environment.searched_for(module)),
            None => Some(NO_MODULES.to_owned()),
        }
    }
}
