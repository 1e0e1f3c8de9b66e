//! The machine that all built-in systems run on: its network, memory, disk and processors.

use bunraku::pcore::Value;

use super::{object, string};

/// The network of a node, with one interface.
pub(super) fn networking(node: &str, interface: &str) -> Value {
    let address = || {
        vec![
            ("ip", string("192.0.2.10")),
            ("mac", string("52:54:00:00:00:0a")),
            ("mtu", Value::Int(1500)),
            ("netmask", string("255.255.255.0")),
            ("network", string("192.0.2.0")),
        ]
    };
    let binding = object([
        ("address", string("192.0.2.10")),
        ("netmask", string("255.255.255.0")),
        ("network", string("192.0.2.0")),
    ]);
    let mut primary = vec![("bindings", Value::array([binding]))];
    primary.extend(address());
    let (hostname, domain) = node.split_once('.').unwrap_or((node, ""));
    let mut facts = vec![("fqdn", string(node)), ("hostname", string(hostname))];
    if !domain.is_empty() {
        facts.push(("domain", string(domain)));
    }
    facts.push(("interfaces", object([(interface, object(primary))])));
    facts.push(("primary", string(interface)));
    facts.extend(address());
    object(facts)
}

/// Memory that is partly in use.
pub(super) fn memory(total: i64, available: i64) -> Value {
    let used = total - available;
    object([
        ("available", string(&size(available))),
        ("available_bytes", Value::Int(available)),
        ("capacity", string(&format!("{:.2}%", used as f64 * 100.0 / total as f64))),
        ("total", string(&size(total))),
        ("total_bytes", Value::Int(total)),
        ("used", string(&size(used))),
        ("used_bytes", Value::Int(used)),
    ])
}

/// The only file system.
pub(super) fn root_file_system() -> Value {
    let (total, available) = (40 << 30, 30 << 30);
    object([
        ("available", string(&size(available))),
        ("available_bytes", Value::Int(available)),
        ("capacity", string("25.00%")),
        ("device", string("/dev/vda1")),
        ("filesystem", string("ext4")),
        ("options", Value::array([string("rw"), string("relatime")])),
        ("size", string(&size(total))),
        ("size_bytes", Value::Int(total)),
        ("used", string(&size(total - available))),
        ("used_bytes", Value::Int(total - available)),
    ])
}

fn size(bytes: i64) -> String {
    format!("{:.2} GiB", bytes as f64 / f64::from(1 << 30))
}

pub(super) fn processors() -> Value {
    object([
        ("cores", Value::Int(2)),
        ("count", Value::Int(2)),
        ("isa", string("x86_64")),
        ("models", Value::array([string("Virtual CPU"), string("Virtual CPU")])),
        ("physicalcount", Value::Int(1)),
        ("threads", Value::Int(1)),
    ])
}

pub(super) fn uptime() -> Value {
    object([
        ("days", Value::Int(1)),
        ("hours", Value::Int(24)),
        ("seconds", Value::Int(86_400)),
        ("uptime", string("1 day")),
    ])
}
