//! The names and types of the facts that every node has.

use bunraku_pcore::Type;
use bunraku_pcore::types::StructElement;

/// Facts of Facter that are variables of the top scope, including legacy ones.
const KNOWN: &[&str] = &[
    "agent_specified_environment",
    "aio_agent_version",
    "architecture",
    "augeas",
    "augeasversion",
    "az_metadata",
    "bios_release_date",
    "bios_vendor",
    "bios_version",
    "blockdevices",
    "boardassettag",
    "boardmanufacturer",
    "boardproductname",
    "boardserialnumber",
    "chassisassettag",
    "chassistype",
    "clientcert",
    "clientnoop",
    "clientversion",
    "cloud",
    "dhcp_servers",
    "disks",
    "dmi",
    "domain",
    "ec2_metadata",
    "ec2_userdata",
    "env_windows_installdir",
    "environment",
    "facterversion",
    "filesystems",
    "fips_enabled",
    "fqdn",
    "gce",
    "gid",
    "hardwareisa",
    "hardwaremodel",
    "hostname",
    "hypervisors",
    "id",
    "identity",
    "implementation",
    "interfaces",
    "ipaddress",
    "ipaddress6",
    "is_virtual",
    "kernel",
    "kernelmajversion",
    "kernelrelease",
    "kernelversion",
    "ldom",
    "load_averages",
    "lsbdistcodename",
    "lsbdistdescription",
    "lsbdistid",
    "lsbdistrelease",
    "lsbmajdistrelease",
    "lsbminordistrelease",
    "lsbrelease",
    "macaddress",
    "macosx_buildversion",
    "macosx_productname",
    "macosx_productversion",
    "macosx_productversion_major",
    "macosx_productversion_minor",
    "manufacturer",
    "memory",
    "memoryfree",
    "memoryfree_mb",
    "memorysize",
    "memorysize_mb",
    "mountpoints",
    "mtu",
    "netmask",
    "netmask6",
    "network",
    "network6",
    "networking",
    "operatingsystem",
    "operatingsystemmajrelease",
    "operatingsystemrelease",
    "os",
    "osfamily",
    "package_provider",
    "partitions",
    "path",
    "physicalprocessorcount",
    "processorcount",
    "processors",
    "productname",
    "ps",
    "puppet_files_dir_present",
    "puppetversion",
    "root_home",
    "ruby",
    "rubyplatform",
    "rubysitedir",
    "rubyversion",
    "scope6",
    "selinux",
    "selinux_config_mode",
    "selinux_config_policy",
    "selinux_current_mode",
    "selinux_enforced",
    "selinux_policyversion",
    "serialnumber",
    "server_facts",
    "serverip",
    "servername",
    "serverversion",
    "service_provider",
    "solaris_zones",
    "ssh",
    "sshdsakey",
    "sshecdsakey",
    "sshed25519key",
    "sshfp_dsa",
    "sshfp_ecdsa",
    "sshfp_ed25519",
    "sshfp_rsa",
    "sshrsakey",
    "staging_http_get",
    "swapencrypted",
    "swapfree",
    "swapfree_mb",
    "swapsize",
    "swapsize_mb",
    "system32",
    "system_profiler",
    "system_uptime",
    "timezone",
    "trusted",
    "uniqueid",
    "uptime",
    "uptime_days",
    "uptime_hours",
    "uptime_seconds",
    "uuid",
    "virtual",
    "windows_display_version",
    "windows_edition_id",
    "windows_installation_type",
    "windows_product_name",
    "windows_release_id",
    "xendomains",
    "zfs_featurenumbers",
    "zfs_version",
    "zonename",
    "zones",
    "zpool_featureflags",
    "zpool_featurenumbers",
    "zpool_version",
];

/// Prefixes of facts that name interfaces, devices and the like.
const FAMILIES: &[&str] = &[
    "ipaddress_",
    "ipaddress6_",
    "macaddress_",
    "mtu_",
    "netmask_",
    "netmask6_",
    "network_",
    "network6_",
    "scope6_",
    "blockdevice_",
    "processor",
    "sp_",
    "zone_",
    "ldom_",
    "is_",
    "lsb",
];

/// Whether a name is that of a fact of Facter.
pub fn is_known(name: &str) -> bool {
    KNOWN.contains(&name) || FAMILIES.iter().any(|family| name.starts_with(family))
}

/// The names of facts for suggestions.
pub fn names() -> &'static [&'static str] {
    KNOWN
}

/// The type of an entry of `$facts`, for facts that all nodes have; `Any` for others.
///
/// There is no type for `$facts` as a whole, because a struct would forbid further keys.
pub fn entry(fact: &str, key: Option<&str>) -> Type {
    match (fact, key) {
        ("os", Some("family" | "name" | "hardware" | "architecture"))
        | ("networking", Some("fqdn" | "hostname"))
        | (
            "kernel"
            | "kernelrelease"
            | "kernelversion"
            | "kernelmajversion"
            | "virtual"
            | "facterversion"
            | "puppetversion"
            | "timezone"
            | "path"
            | "clientcert"
            | "clientversion"
            | "osfamily"
            | "operatingsystem"
            | "operatingsystemrelease"
            | "fqdn"
            | "hostname",
            None,
        ) => Type::String(None),
        ("is_virtual" | "fips_enabled", None) | ("os", Some("selinux.enabled")) => Type::Boolean(None),
        ("processors", Some("count" | "physicalcount")) | ("memory", Some("system.total_bytes")) => {
            Type::Integer(None)
        }
        (
            "os" | "networking" | "memory" | "processors" | "identity" | "ruby" | "system_uptime"
            | "load_averages",
            None,
        ) => Type::hash(Type::String(None), Type::Any, None),
        _ => Type::Any,
    }
}

/// The type of `$trusted`.
pub fn trusted() -> Type {
    let element = |name: &str, value: Type| StructElement { name: name.into(), optional: false, value };
    let data = || Type::hash(Type::String(None), Type::Any, None);
    Type::structure([
        element("authenticated", Type::Any),
        element("certname", Type::optional(Type::String(None))),
        element("domain", Type::optional(Type::String(None))),
        element("extensions", data()),
        element("external", data()),
        element("hostname", Type::optional(Type::String(None))),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_of_facts_are_known() {
        assert!(is_known("osfamily") && is_known("ipaddress_eth0") && is_known("processor3"));
        assert!(!is_known("colour"));
        assert!(names().contains(&"kernel"));
    }
}
