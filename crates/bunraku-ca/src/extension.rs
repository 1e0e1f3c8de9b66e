//! The extensions of certificates: standard ones, names, and Puppet's own.

use std::net::IpAddr;

use der::asn1::{Any, Ia5String, ObjectIdentifier, OctetString, Utf8StringRef};
use der::{Decode, Encode};
use ring::digest;
use x509_cert::ext::Extension;
use x509_cert::ext::pkix::name::{GeneralName, GeneralNames};
use x509_cert::ext::pkix::{
    AuthorityKeyIdentifier, BasicConstraints, ExtendedKeyUsage, KeyUsage, KeyUsages, SubjectKeyIdentifier,
};
use x509_cert::spki::SubjectPublicKeyInfoOwned;

use crate::certificate::Certificate;
use crate::{name, oid};

/// puppetserver writes this into all certificates.
const COMMENT: &str = "Puppet Server Internal Certificate";

/// An extension with its value.
pub(crate) fn new(oid: ObjectIdentifier, critical: bool, value: &impl Encode) -> Result<Extension, String> {
    let value = value.to_der().and_then(OctetString::new).map_err(|error| error.to_string())?;
    Ok(Extension { extn_id: oid, critical, extn_value: value })
}

/// The extensions of a machine's certificate, in addition to the requested ones.
pub(crate) fn of_machine(
    issuer: &Certificate,
    key: &SubjectPublicKeyInfoOwned,
) -> Result<Vec<Extension>, String> {
    let usage = KeyUsage(KeyUsages::DigitalSignature | KeyUsages::KeyEncipherment);
    let purposes = ExtendedKeyUsage(vec![oid::SERVER_AUTH, oid::CLIENT_AUTH]);
    let constraints = BasicConstraints { ca: false, path_len_constraint: None };
    Ok(vec![
        comment()?,
        authority_key_identifier(issuer)?,
        new(oid::BASIC_CONSTRAINTS, true, &constraints)?,
        new(oid::EXTENDED_KEY_USAGE, true, &purposes)?,
        new(oid::KEY_USAGE, true, &usage)?,
        subject_key_identifier(key)?,
    ])
}

/// The extensions of an authority's certificate, which is self-signed without an issuer.
pub(crate) fn of_authority(
    issuer_key: &SubjectPublicKeyInfoOwned,
    key: &SubjectPublicKeyInfoOwned,
) -> Result<Vec<Extension>, String> {
    let usage = KeyUsage(KeyUsages::KeyCertSign | KeyUsages::CRLSign);
    let constraints = BasicConstraints { ca: true, path_len_constraint: None };
    Ok(vec![
        comment()?,
        key_identifier_only(&key_id(issuer_key))?,
        new(oid::BASIC_CONSTRAINTS, true, &constraints)?,
        new(oid::KEY_USAGE, true, &usage)?,
        subject_key_identifier(key)?,
    ])
}

fn comment() -> Result<Extension, String> {
    let comment = Ia5String::new(COMMENT).map_err(|error| error.to_string())?;
    new(oid::NETSCAPE_COMMENT, false, &comment)
}

/// Identifies the issuer by its key identifier, and by the issuer and serial number of its certificate.
pub(crate) fn authority_key_identifier(issuer: &Certificate) -> Result<Extension, String> {
    let failed = |error: der::Error| error.to_string();
    let identifier = AuthorityKeyIdentifier {
        key_identifier: Some(OctetString::new(issuer.key_id()).map_err(failed)?),
        authority_cert_issuer: Some(vec![GeneralName::DirectoryName(issuer.parsed().issuer.clone())]),
        authority_cert_serial_number: Some(issuer.parsed().serial_number.clone()),
    };
    new(oid::AUTHORITY_KEY_IDENTIFIER, false, &identifier)
}

/// Identifies the issuer by its key identifier only.
pub(crate) fn key_identifier_only(key_id: &[u8]) -> Result<Extension, String> {
    let key_identifier = OctetString::new(key_id).map_err(|error| error.to_string())?;
    let identifier = AuthorityKeyIdentifier { key_identifier: Some(key_identifier), ..Default::default() };
    new(oid::AUTHORITY_KEY_IDENTIFIER, false, &identifier)
}

pub(crate) fn subject_key_identifier(key: &SubjectPublicKeyInfoOwned) -> Result<Extension, String> {
    let id = OctetString::new(key_id(key)).map_err(|error| error.to_string())?;
    new(oid::SUBJECT_KEY_IDENTIFIER, false, &SubjectKeyIdentifier(id))
}

/// The identifier of a key: the SHA-1 of its bits, as in RFC 5280. It is an identifier, not a protection.
pub(crate) fn key_id(key: &SubjectPublicKeyInfoOwned) -> Vec<u8> {
    let bits = key.subject_public_key.raw_bytes();
    digest::digest(&digest::SHA1_FOR_LEGACY_USE_ONLY, bits).as_ref().to_vec()
}

/// The alternative names of a certificate: DNS names, and addresses written `IP:10.0.0.1`.
pub(crate) fn alt_names<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<GeneralNames, String> {
    let mut all: GeneralNames = Vec::new();
    for name in names {
        let name = name.trim();
        if name.is_empty() {
            continue;
        }
        let general = if let Some(address) = name.strip_prefix("IP:") {
            let address: IpAddr = address
                .parse()
                .map_err(|_| format!("expected an IP address after `IP:`, got `{address}`"))?;
            GeneralName::from(address)
        } else {
            let dns = name.strip_prefix("DNS:").unwrap_or(name);
            if dns.contains('*') {
                return Err(format!("Cert subjectAltName contains a wildcard, which is not allowed: {dns}"));
            }
            let plain = |c: char| c.is_ascii_graphic() && c != '/' && c != ',';
            if dns.is_empty() || !dns.chars().all(plain) {
                return Err(format!("expected a DNS name, got `{dns}`"));
            }
            GeneralName::DnsName(Ia5String::new(dns).map_err(|error| error.to_string())?)
        };
        if !all.contains(&general) {
            all.push(general);
        }
    }
    Ok(all)
}

/// The extension with the alternative names.
pub(crate) fn subject_alt_name(names: &GeneralNames) -> Result<Extension, String> {
    new(oid::SUBJECT_ALT_NAME, false, names)
}

/// The alternative names of a certificate or request.
pub(crate) fn names_in(extensions: &[Extension]) -> GeneralNames {
    let found = extensions.iter().find(|extension| extension.extn_id == oid::SUBJECT_ALT_NAME);
    found.and_then(|found| GeneralNames::from_der(found.extn_value.as_bytes()).ok()).unwrap_or_default()
}

/// A name as shown in the status routes; only DNS and IP names are.
pub(crate) fn shown_name(name: &GeneralName) -> Option<String> {
    match name {
        GeneralName::DnsName(dns) => Some(format!("DNS:{dns}")),
        GeneralName::IpAddress(bytes) => {
            let bytes = bytes.as_bytes();
            let four = <[u8; 4]>::try_from(bytes).map(IpAddr::from);
            let address = four.or_else(|_| <[u8; 16]>::try_from(bytes).map(IpAddr::from)).ok()?;
            Some(format!("IP:{address}"))
        }
        _ => None,
    }
}

/// One of Puppet's extensions, with a string value.
pub(crate) fn puppet(oid: ObjectIdentifier, value: &str) -> Result<Extension, String> {
    let value = Utf8StringRef::new(value).map_err(|error| error.to_string())?;
    new(oid, false, &value)
}

/// The value of one of Puppet's extensions: an ASN.1 string, or plain bytes from very old agents.
pub(crate) fn value_text(bytes: &[u8]) -> String {
    let decoded = Any::from_der(bytes).ok().as_ref().and_then(name::text);
    decoded.unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_shown() {
        let names = alt_names(["web", "DNS:www.example.com", " IP:10.0.0.1", "IP:::1", "web", ""]).unwrap();
        let shown: Vec<String> = names.iter().filter_map(shown_name).collect();
        assert_eq!(shown, ["DNS:web", "DNS:www.example.com", "IP:10.0.0.1", "IP:::1"]);
        let extension = subject_alt_name(&names).unwrap();
        assert_eq!(names_in(&[extension]), names);
        assert_eq!(alt_names(["IP:x"]).unwrap_err(), "expected an IP address after `IP:`, got `x`");
        assert_eq!(
            alt_names(["*.x"]).unwrap_err(),
            "Cert subjectAltName contains a wildcard, which is not allowed: *.x"
        );
        assert_eq!(alt_names(["a b"]).unwrap_err(), "expected a DNS name, got `a b`");
    }

    #[test]
    fn values_are_strings() {
        let extension = puppet(oid::CLI_AUTH, "true").unwrap();
        assert_eq!(extension.extn_value.as_bytes(), b"\x0c\x04true");
        assert_eq!(value_text(extension.extn_value.as_bytes()), "true");
        assert_eq!(value_text(b"plain"), "plain");
    }
}
