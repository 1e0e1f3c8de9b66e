//! Synthetic facts of common operating systems for `--facts-of`: enough to try code without such a machine.
//!
//! They have the structure of Facter 4. The machine is a virtual one with two processors and 4 GB of memory, and its
//! addresses are from the documentation range 192.0.2.0/24.

mod machine;

use bunraku::pcore::{Hash, Value};

use Shape::{Dotted, Whole};
use machine::{memory, networking, processors, root_file_system, uptime};

/// An operating system with built-in facts.
struct System {
    /// The name in `--facts-of`.
    id: &'static str,
    os: Os,
}

enum Os {
    Linux(Linux),
    Windows { year: &'static str, kernel: &'static str, product: &'static str, version: &'static str },
    Mac { darwin: &'static str, version: &'static str, build: &'static str },
    FreeBsd { release: &'static str },
}

struct Linux {
    name: &'static str,
    family: &'static str,
    /// The name in `os.distro`, which for some systems differs from that of the system.
    distro: &'static str,
    description: &'static str,
    codename: &'static str,
    release: &'static str,
    /// How the release is split.
    shape: Shape,
    kernel: &'static str,
}

/// How a release is split into parts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// `9.4` has the major version `9` and the minor version `4`.
    Dotted,
    /// `22.04` is the major version as a whole.
    Whole,
}

/// The names of all systems, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    SYSTEMS.iter().map(|system| system.id)
}

/// The facts of a node with the given system; `None` for an unknown system.
pub fn facts(id: &str, node: &str) -> Option<Hash> {
    SYSTEMS.iter().find(|system| system.id.eq_ignore_ascii_case(id)).map(|system| system.facts(node))
}

const fn linux(
    id: &'static str,
    [name, family, distro]: [&'static str; 3],
    (release, shape): (&'static str, Shape),
    [codename, description]: [&'static str; 2],
    kernel: &'static str,
) -> System {
    let linux = Linux { name, family, distro, description, codename, release, shape, kernel };
    System { id, os: Os::Linux(linux) }
}

const fn windows(
    id: &'static str,
    year: &'static str,
    kernel: &'static str,
    version: &'static str,
) -> System {
    let product = "Windows Server Standard";
    System { id, os: Os::Windows { year, kernel, product, version } }
}

const DEBIAN: [&str; 3] = ["Debian", "Debian", "Debian"];
const UBUNTU: [&str; 3] = ["Ubuntu", "Debian", "Ubuntu"];
const REDHAT: [&str; 3] = ["RedHat", "RedHat", "RedHatEnterprise"];
const ROCKY: [&str; 3] = ["Rocky", "RedHat", "Rocky"];
const ALMA: [&str; 3] = ["AlmaLinux", "RedHat", "AlmaLinux"];
const ORACLE: [&str; 3] = ["OracleLinux", "RedHat", "OracleServer"];
const FEDORA: [&str; 3] = ["Fedora", "RedHat", "Fedora"];
const AMAZON: [&str; 3] = ["Amazon", "RedHat", "Amazon"];
const SLES: [&str; 3] = ["SLES", "Suse", "SUSE"];

const EL7: &str = "3.10.0-1160.el7.x86_64";
const EL8: &str = "4.18.0-553.el8_10.x86_64";
const EL9: &str = "5.14.0-503.el9_5.x86_64";

const SYSTEMS: [System; 27] = [
    linux(
        "debian-11",
        DEBIAN,
        ("11.11", Dotted),
        ["bullseye", "Debian GNU/Linux 11 (bullseye)"],
        "5.10.0-33-amd64",
    ),
    linux(
        "debian-12",
        DEBIAN,
        ("12.11", Dotted),
        ["bookworm", "Debian GNU/Linux 12 (bookworm)"],
        "6.1.0-37-amd64",
    ),
    linux("debian-13", DEBIAN, ("13.1", Dotted), ["trixie", "Debian GNU/Linux 13 (trixie)"], "6.12.43-amd64"),
    linux("ubuntu-20.04", UBUNTU, ("20.04", Whole), ["focal", "Ubuntu 20.04.6 LTS"], "5.4.0-216-generic"),
    linux("ubuntu-22.04", UBUNTU, ("22.04", Whole), ["jammy", "Ubuntu 22.04.5 LTS"], "5.15.0-143-generic"),
    linux("ubuntu-24.04", UBUNTU, ("24.04", Whole), ["noble", "Ubuntu 24.04.2 LTS"], "6.8.0-63-generic"),
    linux(
        "rhel-8",
        REDHAT,
        ("8.10", Dotted),
        ["Ootpa", "Red Hat Enterprise Linux release 8.10 (Ootpa)"],
        EL8,
    ),
    linux("rhel-9", REDHAT, ("9.5", Dotted), ["Plow", "Red Hat Enterprise Linux release 9.5 (Plow)"], EL9),
    linux(
        "rocky-8",
        ROCKY,
        ("8.10", Dotted),
        ["Green Obsidian", "Rocky Linux release 8.10 (Green Obsidian)"],
        EL8,
    ),
    linux("rocky-9", ROCKY, ("9.5", Dotted), ["Blue Onyx", "Rocky Linux release 9.5 (Blue Onyx)"], EL9),
    linux(
        "alma-8",
        ALMA,
        ("8.10", Dotted),
        ["Cerulean Leopard", "AlmaLinux release 8.10 (Cerulean Leopard)"],
        EL8,
    ),
    linux("alma-9", ALMA, ("9.5", Dotted), ["Teal Serval", "AlmaLinux release 9.5 (Teal Serval)"], EL9),
    linux("oracle-8", ORACLE, ("8.10", Dotted), ["n/a", "Oracle Linux Server release 8.10"], EL8),
    linux("oracle-9", ORACLE, ("9.5", Dotted), ["n/a", "Oracle Linux Server release 9.5"], EL9),
    linux(
        "centos-7",
        ["CentOS", "RedHat", "CentOS"],
        ("7.9.2009", Dotted),
        ["Core", "CentOS Linux release 7.9.2009 (Core)"],
        EL7,
    ),
    linux(
        "centos-stream-9",
        ["CentOS", "RedHat", "CentOSStream"],
        ("9", Dotted),
        ["n/a", "CentOS Stream release 9"],
        EL9,
    ),
    linux(
        "fedora-41",
        FEDORA,
        ("41", Dotted),
        ["n/a", "Fedora release 41 (Forty One)"],
        "6.13.9-200.fc41.x86_64",
    ),
    linux(
        "fedora-42",
        FEDORA,
        ("42", Dotted),
        ["n/a", "Fedora release 42 (Adams)"],
        "6.14.9-300.fc42.x86_64",
    ),
    linux(
        "amazon-2",
        AMAZON,
        ("2", Dotted),
        ["Karoo", "Amazon Linux release 2 (Karoo)"],
        "4.14.355-276.amzn2.x86_64",
    ),
    linux(
        "amazon-2023",
        AMAZON,
        ("2023", Dotted),
        ["n/a", "Amazon Linux release 2023"],
        "6.1.141-155.amzn2023.x86_64",
    ),
    linux(
        "sles-15",
        SLES,
        ("15.6", Dotted),
        ["n/a", "SUSE Linux Enterprise Server 15 SP6"],
        "6.4.0-150600.23-default",
    ),
    linux(
        "arch",
        ["Archlinux", "Archlinux", "Arch"],
        ("6.15.4", Dotted),
        ["n/a", "Arch Linux"],
        "6.15.4-arch2-1",
    ),
    windows("windows-2019", "2019", "10.0.17763", "1809"),
    windows("windows-2022", "2022", "10.0.20348", "21H2"),
    System { id: "macos-14", os: Os::Mac { darwin: "23.6.0", version: "14.7", build: "23H124" } },
    System { id: "macos-15", os: Os::Mac { darwin: "24.5.0", version: "15.5", build: "24F74" } },
    System { id: "freebsd-14", os: Os::FreeBsd { release: "14.2-RELEASE" } },
];

impl System {
    fn facts(&self, node: &str) -> Hash {
        let kernel = match &self.os {
            Os::Linux(linux) => ["Linux", linux.kernel],
            Os::Windows { kernel, .. } => ["windows", kernel],
            Os::Mac { darwin, .. } => ["Darwin", darwin],
            Os::FreeBsd { release } => ["FreeBSD", release],
        };
        let [name, release] = kernel;
        let version = release.split('-').next().unwrap_or(release);
        let windows = matches!(self.os, Os::Windows { .. });
        let user = if windows { "NT AUTHORITY\\SYSTEM" } else { "root" };
        let path = if windows {
            "C:\\Windows\\system32;C:\\Windows"
        } else {
            "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        };
        let mut identity = vec![("privileged", Value::Bool(true)), ("user", string(user))];
        if !windows {
            let group = if matches!(self.os, Os::Linux(_)) { "root" } else { "wheel" };
            identity.extend([("gid", Value::Int(0)), ("group", string(group)), ("uid", Value::Int(0))]);
        }
        let mut facts = vec![
            ("facterversion", string("4.10.0")),
            ("fips_enabled", Value::Bool(false)),
            ("identity", object(identity)),
            ("is_virtual", Value::Bool(true)),
            ("kernel", string(name)),
            ("kernelmajversion", string(&major_kernel(name, version))),
            ("kernelrelease", string(release)),
            ("kernelversion", string(version)),
            ("memory", object([("system", memory(4 << 30, 3 << 30))])),
            ("networking", networking(node, self.interface())),
            ("os", self.os()),
            ("path", string(path)),
            ("processors", processors()),
            ("puppetversion", string("8.11.0")),
            ("ruby", object([("platform", string("x86_64")), ("version", string("3.2.5"))])),
            ("system_uptime", uptime()),
            ("timezone", string("UTC")),
            ("virtual", string("kvm")),
        ];
        if let Os::Linux(_) = self.os {
            facts.push(("filesystems", string("ext2,ext3,ext4,vfat,xfs")));
            facts.push(("mountpoints", object([("/", root_file_system())])));
        }
        facts.sort_by_key(|(name, _)| *name);
        facts.into_iter().map(|(name, value)| (string(name), value)).collect()
    }

    fn interface(&self) -> &'static str {
        match self.os {
            Os::Linux(_) => "eth0",
            Os::Windows { .. } => "Ethernet",
            Os::Mac { .. } => "en0",
            Os::FreeBsd { .. } => "vtnet0",
        }
    }

    fn os(&self) -> Value {
        match &self.os {
            Os::Linux(linux) => linux.os(),
            Os::Windows { year, product, version, .. } => object([
                ("architecture", string("x64")),
                ("family", string("windows")),
                ("hardware", string("x86_64")),
                ("name", string("windows")),
                ("release", object([("full", string(year)), ("major", string(year))])),
                (
                    "windows",
                    object([
                        ("display_version", string(version)),
                        ("edition_id", string("ServerStandard")),
                        ("installation_type", string("Server")),
                        ("product_name", string(&product.replace("Server", &format!("Server {year}")))),
                        ("release_id", string(version)),
                        ("system32", string("C:\\Windows\\system32")),
                    ]),
                ),
            ]),
            Os::Mac { darwin, version, build } => object([
                ("architecture", string("arm64")),
                ("family", string("Darwin")),
                ("hardware", string("arm64")),
                (
                    "macosx",
                    object([
                        ("build", string(build)),
                        ("product", string("macOS")),
                        ("version", release(version, Dotted)),
                    ]),
                ),
                ("name", string("Darwin")),
                ("release", release(darwin, Dotted)),
            ]),
            Os::FreeBsd { release: full } => {
                let (number, branch) = full.split_once('-').unwrap_or((full, "RELEASE"));
                let (major, minor) = number.split_once('.').unwrap_or((number, "0"));
                object([
                    ("architecture", string("amd64")),
                    ("family", string("FreeBSD")),
                    ("hardware", string("amd64")),
                    ("name", string("FreeBSD")),
                    (
                        "release",
                        object([
                            ("branch", string(branch)),
                            ("full", string(full)),
                            ("major", string(major)),
                            ("minor", string(minor)),
                        ]),
                    ),
                ])
            }
        }
    }
}

impl Linux {
    fn os(&self) -> Value {
        let release = || release(self.release, self.shape);
        let architecture = if self.family == "Debian" { "amd64" } else { "x86_64" };
        let enforced = self.family == "RedHat" && self.name != "Amazon";
        let mut selinux = vec![("enabled", Value::Bool(enforced))];
        if enforced {
            selinux.extend([
                ("config_mode", string("enforcing")),
                ("config_policy", string("targeted")),
                ("current_mode", string("enforcing")),
                ("enforced", Value::Bool(true)),
                ("policy_version", string("33")),
            ]);
        }
        object([
            ("architecture", string(architecture)),
            (
                "distro",
                object([
                    ("codename", string(self.codename)),
                    ("description", string(self.description)),
                    ("id", string(self.distro)),
                    ("release", release()),
                ]),
            ),
            ("family", string(self.family)),
            ("hardware", string("x86_64")),
            ("name", string(self.name)),
            ("release", release()),
            ("selinux", object(selinux)),
        ])
    }
}

/// Linux and Windows use the first two parts, other systems the first.
fn major_kernel(kernel: &str, version: &str) -> String {
    let parts = if matches!(kernel, "Linux" | "windows") { 2 } else { 1 };
    version.split('.').take(parts).collect::<Vec<_>>().join(".")
}

fn release(full: &str, shape: Shape) -> Value {
    let mut parts = full.split('.');
    let major = if shape == Whole { full } else { parts.next().unwrap_or(full) };
    let mut release = vec![("full", string(full)), ("major", string(major))];
    if let Some(minor) = parts.next().filter(|_| shape == Dotted) {
        release.push(("minor", string(minor)));
    }
    object(release)
}

fn string(string: &str) -> Value {
    Value::str(string)
}

fn object<'n>(entries: impl IntoIterator<Item = (&'n str, Value)>) -> Value {
    Value::hash(entries.into_iter().map(|(name, value)| (string(name), value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fact at a dotted path, as a string.
    fn fact(id: &str, path: &str) -> Option<String> {
        let mut value = Value::Hash(facts(id, "web01.example.com")?);
        for part in path.split('.') {
            let Value::Hash(entries) = value else { return None };
            value = entries.get_str(part)?.clone();
        }
        value.as_str().map(str::to_owned)
    }

    #[test]
    fn every_system_has_the_facts_that_code_asks_for() {
        for id in names() {
            for path in
                ["os.name", "os.family", "os.release.major", "os.release.full", "kernel", "networking.ip"]
            {
                assert!(fact(id, path).is_some_and(|text| !text.is_empty()), "{id}: {path}");
            }
            assert_eq!(fact(id, "networking.fqdn").as_deref(), Some("web01.example.com"), "{id}");
        }
        let mut unique: Vec<&str> = names().collect();
        unique.dedup();
        assert_eq!(unique.len(), SYSTEMS.len());
    }

    #[test]
    fn releases_are_taken_apart_as_facter_does() {
        let check = |id: &str, path: &str, expected: Option<&str>| {
            assert_eq!(fact(id, path).as_deref(), expected, "{id}")
        };
        check("debian-12", "os.release.major", Some("12"));
        check("debian-12", "kernelmajversion", Some("6.1"));
        check("ubuntu-22.04", "os.release.major", Some("22.04"));
        check("ubuntu-22.04", "os.release.minor", None);
        check("centos-7", "os.release.minor", Some("9"));
        check("fedora-42", "os.release.minor", None);
        check("rhel-9", "os.selinux.config_mode", Some("enforcing"));
        check("windows-2022", "os.release.full", Some("2022"));
        check("windows-2022", "os.windows.product_name", Some("Windows Server 2022 Standard"));
        check("macos-15", "os.macosx.version.major", Some("15"));
        check("macos-15", "os.release.major", Some("24"));
        check("freebsd-14", "os.release.branch", Some("RELEASE"));
        check("freebsd-14", "kernelmajversion", Some("14"));
    }
}
