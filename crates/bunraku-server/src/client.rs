//! Who a client is, by the certificate that it has shown: its name, and what else the certificate says.

use bunraku::pcore::{Hash, Value};
use bunraku::world::names::check_node;
use x509_parser::der_parser::asn1_rs::{Any, FromDer};
use x509_parser::prelude::X509Certificate;

/// A client with a certificate that the CA has signed and not revoked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    /// The common name of the certificate.
    pub certname: String,
    /// The extensions below Puppet's number, by their short names where they have one, and their values.
    pub extensions: Vec<(String, String)>,
}

/// Puppet's own extensions.
const PUPPET: &str = "1.3.6.1.4.1.34380.1.";

/// The short names of extensions, after [`PUPPET`].
const SHORT_NAMES: &[(&str, &str)] = &[
    ("1.1", "pp_uuid"),
    ("1.2", "pp_instance_id"),
    ("1.3", "pp_image_name"),
    ("1.4", "pp_preshared_key"),
    ("1.5", "pp_cost_center"),
    ("1.6", "pp_product"),
    ("1.7", "pp_project"),
    ("1.8", "pp_application"),
    ("1.9", "pp_service"),
    ("1.10", "pp_employee"),
    ("1.11", "pp_created_by"),
    ("1.12", "pp_environment"),
    ("1.13", "pp_role"),
    ("1.14", "pp_software_version"),
    ("1.15", "pp_department"),
    ("1.16", "pp_cluster"),
    ("1.17", "pp_provisioner"),
    ("1.18", "pp_region"),
    ("1.19", "pp_datacenter"),
    ("1.20", "pp_zone"),
    ("1.21", "pp_network"),
    ("1.22", "pp_securitypolicy"),
    ("1.23", "pp_cloudplatform"),
    ("1.24", "pp_apptier"),
    ("1.25", "pp_hostname"),
    ("1.26", "pp_owner"),
    ("3.1", "pp_authorization"),
    ("3.2", "pp_auth_auto_renew"),
    ("3.13", "pp_auth_role"),
    ("3.39", "pp_cli_auth"),
];

impl Client {
    /// Reads a certificate; `None` if it has no name that a node may have.
    pub fn of_certificate(der: &[u8]) -> Option<Client> {
        let (_, certificate) = X509Certificate::from_der(der).ok()?;
        let mut names = certificate.subject().iter_common_name();
        let certname = names.next()?.as_str().ok()?.to_owned();
        check_node(&certname).ok()?;
        let mut extensions = Vec::new();
        for extension in certificate.extensions() {
            let oid = extension.oid.to_id_string();
            let Some(rest) = oid.strip_prefix(PUPPET) else { continue };
            let short = SHORT_NAMES.iter().find(|(number, _)| *number == rest).map(|(_, name)| *name);
            extensions.push((short.unwrap_or(&oid).to_owned(), text_of(extension.value)));
        }
        Some(Client { certname, extensions })
    }

    /// The value of an extension.
    pub fn extension(&self, name: &str) -> Option<&str> {
        self.extensions.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// What `$trusted` is for the node.
    pub fn trusted(&self) -> Value {
        trusted(&self.certname, &self.extensions)
    }
}

/// What `$trusted` is for a node of a name, with the extensions of its certificate.
pub fn trusted(certname: &str, extensions: &[(String, String)]) -> Value {
    let (hostname, domain) = match certname.split_once('.') {
        Some((hostname, domain)) => (hostname, Value::str(domain)),
        None => (certname, Value::Undef),
    };
    let extensions =
        extensions.iter().map(|(name, value)| (Value::str(name.as_str()), Value::str(value.as_str())));
    let entries = [
        ("authenticated", Value::str("remote")),
        ("certname", Value::str(certname)),
        ("extensions", Value::hash(extensions)),
        ("hostname", Value::str(hostname)),
        ("domain", domain),
        ("external", Value::Hash(Hash::new())),
    ];
    Value::hash(entries.into_iter().map(|(name, value)| (Value::str(name), value)))
}

/// The value of an extension: a string in DER, or bytes as they are in certificates of old versions.
fn text_of(value: &[u8]) -> String {
    let string = Any::from_der(value).ok().filter(|(rest, any)| rest.is_empty() && is_string(any));
    let bytes = string.map_or(value, |(_, any)| any.data);
    String::from_utf8_lossy(bytes).into_owned()
}

fn is_string(any: &Any<'_>) -> bool {
    // UTF8String, PrintableString, T61String and IA5String.
    [12, 19, 20, 22].contains(&any.tag().0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_strings_in_der_or_bytes() {
        assert_eq!(text_of(b"\x0c\x03web"), "web");
        assert_eq!(text_of(b"web"), "web");
        assert_eq!(text_of(b""), "");
        assert_eq!(text_of(b"\x0c\x7fweb"), "\u{c}\u{7f}web");
    }

    #[test]
    fn rubbish_is_nobody() {
        assert_eq!(Client::of_certificate(b""), None);
        assert_eq!(Client::of_certificate(b"\x30\x82\xff\xff"), None);
    }
}
