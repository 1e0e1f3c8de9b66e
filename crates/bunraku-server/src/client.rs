//! Who a client is, by the certificate that it has shown: its name, and what else the certificate says.

use bunraku::pcore::{Hash, Value};
use bunraku::world::names::check_node;
use bunraku_ca::{Certificate, short_name};

/// A client with a certificate that the CA has signed and not revoked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    /// The common name of the certificate.
    pub certname: String,
    /// Puppet's extensions, by their short names where they have one, and their values.
    pub extensions: Vec<(String, String)>,
    /// The certificate as it came.
    pub certificate: Vec<u8>,
}

impl Client {
    /// Reads a certificate; `None` if it has no name that a node may have.
    pub fn of_certificate(der: &[u8]) -> Option<Client> {
        let certificate = Certificate::from_der(der).ok()?;
        let certname = certificate.certname()?;
        check_node(&certname).ok()?;
        let named = |(oid, value): (String, String)| (short_name(&oid).map_or(oid, str::to_owned), value);
        let extensions = certificate.puppet_extensions().into_iter().map(named).collect();
        Some(Client { certname, extensions, certificate: der.to_vec() })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rubbish_is_nobody() {
        assert_eq!(Client::of_certificate(b""), None);
        assert_eq!(Client::of_certificate(b"\x30\x82\xff\xff"), None);
    }
}
