//! Files of Puppet, and gems, that code requires out of habit, or for work on the agent. Requiring them does nothing. What they
//! define either exists anyway, or is reported as missing when it is used.

/// Whether a file is part of Puppet, or a gem that is needed on the agent only.
pub(crate) fn is_provided(name: &str) -> bool {
    if matches!(name, "puppet" | "puppet_x" | "facter") || GEMS.contains(&name) {
        return true;
    }
    let Some(path) = name.strip_prefix("puppet/") else { return false };
    match path.split_once('/') {
        None => PUPPET.contains(&path),
        Some(("parameter", rest)) => PARAMETER.contains(&rest),
        Some(("property", rest)) => PROPERTY.contains(&rest),
        Some(("util", rest)) => UTIL.contains(&rest),
        Some(("provider", rest)) => PROVIDER.contains(&rest),
        Some(("parser", rest)) => rest == "functions",
        Some(("type", rest)) => TYPE.contains(&rest) || rest.starts_with("file/"),
        Some((folder, _)) => FOLDERS.contains(&folder),
    }
}

/// Gems that types of modules require at their beginning, and use when an agent applies a resource.
const GEMS: &[&str] = &["toml"];

const PUPPET: &[&str] = &[
    "application",
    "coercion",
    "configurer",
    "confine",
    "context",
    "environments",
    "error",
    "external",
    "feature",
    "file_bucket",
    "file_system",
    "functions",
    "gettext",
    "indirector",
    "metatype",
    "module",
    "network",
    "node",
    "parameter",
    "parser",
    "pops",
    "property",
    "provider",
    "reports",
    "resource",
    "settings",
    "transaction",
    "type",
    "util",
    "version",
];

/// Directories of Puppet in which modules do not have files.
const FOLDERS: &[&str] = &[
    "file_bucket",
    "file_serving",
    "indirector",
    "metatype",
    "network",
    "pops",
    "resource",
    "ssl",
    "transaction",
];

const PARAMETER: &[&str] = &["boolean", "package_options", "path", "value", "value_collection"];

const PROPERTY: &[&str] = &["boolean", "ensure", "keyvalue", "list", "ordered_list"];

const PROVIDER: &[&str] = &[
    "aix_object",
    "command",
    "confine",
    "exec",
    "ldap",
    "nameservice",
    "network_device",
    "package",
    "package_targetable",
    "parsedfile",
];

const TYPE: &[&str] = &[
    "component",
    "exec",
    "file",
    "filebucket",
    "group",
    "notify",
    "package",
    "resources",
    "schedule",
    "service",
    "stage",
    "tidy",
    "user",
    "whit",
];

const UTIL: &[&str] = &[
    "autoload",
    "backups",
    "character_encoding",
    "checksums",
    "classgen",
    "diff",
    "docs",
    "errors",
    "execution",
    "feature",
    "fileparsing",
    "filetype",
    "inifile",
    "json",
    "log",
    "logging",
    "metaid",
    "monkey_patches",
    "network_device",
    "package",
    "platform",
    "plist",
    "posix",
    "provider_features",
    "psych_support",
    "rpm_compare",
    "selinux",
    "storage",
    "suidmanager",
    "symbolic_file_mode",
    "tagging",
    "user_attr",
    "warnings",
    "windows",
    "yaml",
];
