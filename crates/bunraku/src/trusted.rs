//! The value of `$trusted`.

use bunraku_pcore::{Hash, Value};

/// `$trusted` of a node whose certificate has this name and these extensions; `external` comes from the setting
/// `trusted_external_command`.
///
/// ```
/// use bunraku::{Program, edition::PUPPET8, pcore::{Hash, Value}, trusted};
///
/// let mut program = Program::new(&PUPPET8);
/// program.trusted = Some(trusted("web.example.com", Hash::new(), Hash::new()));
/// let outcome = program.evaluate("site.pp", "$trusted['domain']");
/// assert_eq!(outcome.value, Some(Value::str("example.com")));
/// ```
pub fn trusted(certname: &str, extensions: Hash, external: Hash) -> Value {
    let (hostname, domain) = match certname.split_once('.') {
        Some((hostname, domain)) => (hostname, Value::str(domain)),
        None => (certname, Value::Undef),
    };
    let entries = [
        ("authenticated", Value::str("remote")),
        ("certname", Value::str(certname)),
        ("extensions", Value::Hash(extensions)),
        ("hostname", Value::str(hostname)),
        ("domain", domain),
        ("external", Value::Hash(external)),
    ];
    Value::hash(entries.into_iter().map(|(name, value)| (Value::str(name), value)))
}
