//! Clients, identified by their certificates: the name, and other contents of the certificate.

use bunraku::pcore::{Hash, Value};
use bunraku::world::names::check_node;
use bunraku_ca::{Certificate, short_name};

/// A client with a certificate that the CA has signed and not revoked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    /// The common name of the certificate.
    pub certname: String,
    /// Puppet's extensions and their values, by short name if they have one.
    pub extensions: Vec<(String, String)>,
    /// The certificate as received, in DER.
    pub certificate: Vec<u8>,
}

impl Client {
    /// Reads a certificate; `None` if its name is not valid for a node.
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

    /// The value of `$trusted` for the node.
    pub fn trusted(&self) -> Value {
        trusted(&self.certname, &self.extensions)
    }
}

/// The value of `$trusted` for a node with this name and these certificate extensions.
pub fn trusted(certname: &str, extensions: &[(String, String)]) -> Value {
    let extensions =
        extensions.iter().map(|(name, value)| (Value::str(name.as_str()), Value::str(value.as_str())));
    bunraku::trusted(certname, extensions.collect(), Hash::new())
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
