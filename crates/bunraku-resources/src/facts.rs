//! Legacy facts, and where their values are in the structured ones.

/// The facts that were renamed, sorted by name, with the path to the same value.
pub const RENAMED: &[(&str, &[&str])] = &[
    ("architecture", &["os", "architecture"]),
    ("augeasversion", &["augeas", "version"]),
    ("bios_release_date", &["dmi", "bios", "release_date"]),
    ("bios_vendor", &["dmi", "bios", "vendor"]),
    ("bios_version", &["dmi", "bios", "version"]),
    ("boardassettag", &["dmi", "board", "asset_tag"]),
    ("boardmanufacturer", &["dmi", "board", "manufacturer"]),
    ("boardproductname", &["dmi", "board", "product"]),
    ("boardserialnumber", &["dmi", "board", "serial_number"]),
    ("chassisassettag", &["dmi", "chassis", "asset_tag"]),
    ("chassistype", &["dmi", "chassis", "type"]),
    ("domain", &["networking", "domain"]),
    ("fqdn", &["networking", "fqdn"]),
    ("gid", &["identity", "group"]),
    ("hardwareisa", &["processors", "isa"]),
    ("hardwaremodel", &["os", "hardware"]),
    ("hostname", &["networking", "hostname"]),
    ("id", &["identity", "user"]),
    ("ipaddress", &["networking", "ip"]),
    ("ipaddress6", &["networking", "ip6"]),
    ("lsbdistcodename", &["os", "distro", "codename"]),
    ("lsbdistdescription", &["os", "distro", "description"]),
    ("lsbdistid", &["os", "distro", "id"]),
    ("lsbdistrelease", &["os", "distro", "release", "full"]),
    ("lsbmajdistrelease", &["os", "distro", "release", "major"]),
    ("lsbminordistrelease", &["os", "distro", "release", "minor"]),
    ("lsbrelease", &["os", "distro", "release", "specification"]),
    ("macaddress", &["networking", "mac"]),
    ("macosx_buildversion", &["os", "macosx", "build"]),
    ("macosx_productname", &["os", "macosx", "product"]),
    ("macosx_productversion", &["os", "macosx", "version", "full"]),
    ("macosx_productversion_major", &["os", "macosx", "version", "major"]),
    ("macosx_productversion_minor", &["os", "macosx", "version", "minor"]),
    ("manufacturer", &["dmi", "manufacturer"]),
    ("memoryfree", &["memory", "system", "available"]),
    ("memorysize", &["memory", "system", "total"]),
    ("netmask", &["networking", "netmask"]),
    ("netmask6", &["networking", "netmask6"]),
    ("network", &["networking", "network"]),
    ("network6", &["networking", "network6"]),
    ("operatingsystem", &["os", "name"]),
    ("operatingsystemmajrelease", &["os", "release", "major"]),
    ("operatingsystemrelease", &["os", "release", "full"]),
    ("osfamily", &["os", "family"]),
    ("physicalprocessorcount", &["processors", "physicalcount"]),
    ("processorcount", &["processors", "count"]),
    ("productname", &["dmi", "product", "name"]),
    ("rubyplatform", &["ruby", "platform"]),
    ("rubysitedir", &["ruby", "sitedir"]),
    ("rubyversion", &["ruby", "version"]),
    ("selinux", &["os", "selinux", "enabled"]),
    ("selinux_config_mode", &["os", "selinux", "config_mode"]),
    ("selinux_config_policy", &["os", "selinux", "config_policy"]),
    ("selinux_current_mode", &["os", "selinux", "current_mode"]),
    ("selinux_enforced", &["os", "selinux", "enforced"]),
    ("selinux_policyversion", &["os", "selinux", "policy_version"]),
    ("serialnumber", &["dmi", "product", "serial_number"]),
    ("swapencrypted", &["memory", "swap", "encrypted"]),
    ("swapfree", &["memory", "swap", "available"]),
    ("swapsize", &["memory", "swap", "total"]),
    ("system32", &["os", "windows", "system32"]),
    ("uptime", &["system_uptime", "uptime"]),
    ("uptime_days", &["system_uptime", "days"]),
    ("uptime_hours", &["system_uptime", "hours"]),
    ("uptime_seconds", &["system_uptime", "seconds"]),
    ("uuid", &["dmi", "product", "uuid"]),
    ("xendomains", &["xen", "domains"]),
    ("zonename", &["solaris_zones", "current"]),
];

/// The facts that are gone, and whose values must be computed from others.
const GONE: &[&str] = &[
    "memoryfree_mb",
    "memorysize_mb",
    "swapfree_mb",
    "swapsize_mb",
    "blockdevices",
    "interfaces",
    "zones",
    "sshfp_dsa",
    "sshfp_ecdsa",
    "sshfp_ed25519",
    "sshfp_rsa",
];

/// What has become of a legacy fact.
#[derive(Debug, PartialEq, Eq)]
pub enum Legacy {
    /// Its value is in the hash of facts, under these keys.
    Moved(String),
    /// Its value must be computed.
    Gone,
}

/// What has become of a fact, if it is a legacy one.
pub fn legacy(name: &str) -> Option<Legacy> {
    let renamed = RENAMED.binary_search_by_key(&name, |(name, _)| name).ok();
    if let Some((_, path)) = renamed.and_then(|at| RENAMED.get(at)) {
        return Some(Legacy::Moved(keys(path)));
    }
    if GONE.contains(&name) {
        return Some(Legacy::Gone);
    }
    numbered(name).map(Legacy::Moved)
}

/// The accesses of a path: `['os']['name']`.
fn keys(path: &[&str]) -> String {
    path.iter().map(|key| format!("['{key}']")).collect()
}

/// Facts whose names contain the names of devices, interfaces and the like.
fn numbered(name: &str) -> Option<String> {
    let ends = |text: &str, ends: &[&str]| -> Option<(String, String)> {
        let (middle, end) = text.rsplit_once('_')?;
        ends.contains(&end).then(|| (middle.to_owned(), end.to_owned()))
    };
    if let Some((device, attribute)) =
        name.strip_prefix("blockdevice_").and_then(|rest| ends(rest, &["model", "size", "vendor"]))
    {
        return Some(keys(&["disks", &device, &attribute]));
    }
    let interfaces =
        ["ipaddress", "ipaddress6", "macaddress", "mtu", "netmask", "netmask6", "network", "network6"];
    if let Some((attribute, interface)) = name.split_once('_').filter(|(first, _)| interfaces.contains(first))
    {
        return Some(keys(&["networking", "interfaces", interface, &attribute.replace("address", "")]));
    }
    if let Some(number) = name.strip_prefix("processor").filter(|rest| is_number(rest)) {
        return Some(format!("['processors']['models'][{number}]"));
    }
    if let Some(rest) = name.strip_prefix("sp_") {
        return Some(keys(&["system_profiler", rest]));
    }
    let algorithm = name.strip_prefix("ssh").and_then(|rest| rest.strip_suffix("key"));
    if let Some(algorithm) = algorithm.filter(|name| ["dsa", "ecdsa", "ed25519", "rsa"].contains(name)) {
        return Some(keys(&["ssh", algorithm, "key"]));
    }
    if let Some(rest) = name.strip_prefix("ldom_") {
        return Some(keys(&["ldom", rest]));
    }
    let attributes = ["brand", "iptype", "name", "uuid", "id", "path", "status"];
    let (zone, attribute) = name.strip_prefix("zone_").and_then(|rest| ends(rest, &attributes))?;
    Some(keys(&["solaris_zones", "zones", &zone, &attribute]))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted() {
        assert!(RENAMED.is_sorted());
    }

    #[test]
    fn facts_with_names_of_devices() {
        let moved = |name: &str| match legacy(name) {
            Some(Legacy::Moved(path)) => path,
            other => format!("{other:?}"),
        };
        assert_eq!(moved("osfamily"), "['os']['family']");
        assert_eq!(moved("ipaddress6_eth0"), "['networking']['interfaces']['eth0']['ip6']");
        assert_eq!(moved("blockdevice_sda_size"), "['disks']['sda']['size']");
        assert_eq!(moved("processor11"), "['processors']['models'][11]");
        assert_eq!(moved("sshed25519key"), "['ssh']['ed25519']['key']");
        assert_eq!(moved("zone_web_iptype"), "['solaris_zones']['zones']['web']['iptype']");
        assert_eq!(legacy("interfaces"), Some(Legacy::Gone));
        assert_eq!(legacy("processors"), None);
        assert_eq!(legacy("kernel"), None);
    }
}
