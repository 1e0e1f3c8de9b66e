//! Parsed certificates.

use std::time::SystemTime;

use der::{Decode, Encode};
use x509_cert::ext::Extension;
use x509_cert::ext::pkix::{AuthorityKeyIdentifier, BasicConstraints, SubjectKeyIdentifier};
use x509_cert::spki::SubjectPublicKeyInfoOwned;

use crate::extension::{self, value_text};
use crate::signed::Signature;
use crate::{Serial, name, oid, pem, signed, time};

/// A certificate with its original bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    der: Vec<u8>,
    parsed: x509_cert::Certificate,
}

impl Certificate {
    /// Parses a certificate in DER.
    pub fn from_der(der: &[u8]) -> Result<Certificate, String> {
        let parsed =
            x509_cert::Certificate::from_der(der).map_err(|error| format!("not a certificate: {error}"))?;
        Ok(Certificate { der: der.to_vec(), parsed })
    }

    /// Parses all certificates in a PEM file, such as a bundle.
    pub fn all_from_pem(text: &str) -> Result<Vec<Certificate>, String> {
        let blocks = pem::decode_all(text, &["CERTIFICATE", "X509 CERTIFICATE"])?;
        blocks.iter().map(|der| Certificate::from_der(der)).collect()
    }

    /// Parses the first certificate in a PEM file.
    pub fn from_pem(text: &str) -> Result<Certificate, String> {
        Certificate::all_from_pem(text)?
            .into_iter()
            .next()
            .ok_or("expected a certificate in PEM format, found none".to_owned())
    }

    /// The certificate in DER.
    pub fn der(&self) -> &[u8] {
        &self.der
    }

    /// The certificate in PEM.
    pub fn to_pem(&self) -> String {
        pem::encode("CERTIFICATE", &self.der)
    }

    /// The common name of the subject, which is the certname of a node.
    pub fn certname(&self) -> Option<String> {
        name::common_name(&self.parsed.tbs_certificate.subject)
    }

    /// The serial number.
    pub fn serial(&self) -> Serial {
        Serial::from_bytes(self.parsed.tbs_certificate.serial_number.as_bytes())
    }

    /// The start of the validity.
    pub fn not_before(&self) -> SystemTime {
        self.parsed.tbs_certificate.validity.not_before.to_system_time()
    }

    /// The end of the validity.
    pub fn not_after(&self) -> SystemTime {
        self.parsed.tbs_certificate.validity.not_after.to_system_time()
    }

    /// Puppet's extensions as object identifiers and strings, for `$trusted` and for rules about them.
    pub fn puppet_extensions(&self) -> Vec<(String, String)> {
        let puppet = self.extensions().iter().filter(|extension| {
            let oid = &extension.extn_id;
            [oid::REGISTERED, oid::PRIVATE, oid::AUTHORIZATION].iter().any(|root| oid::is_below(oid, root))
        });
        puppet.map(|one| (one.extn_id.to_string(), value_text(one.extn_value.as_bytes()))).collect()
    }

    /// Whether the certificate may sign others.
    pub fn is_authority(&self) -> bool {
        let constraints = self.extension::<BasicConstraints>(&oid::BASIC_CONSTRAINTS);
        constraints.is_some_and(|constraints| constraints.ca)
    }

    /// Whether the certificate is its own issuer. The signature is not checked: that of a root proves nothing, and old
    /// roots have signatures that are no longer accepted.
    pub fn is_root(&self) -> bool {
        self.parsed.tbs_certificate.issuer == self.parsed.tbs_certificate.subject
    }

    /// Whether another certificate is the issuer, including the signature.
    pub fn is_issued_by(&self, issuer: &Certificate) -> bool {
        self.parsed.tbs_certificate.issuer == issuer.parsed.tbs_certificate.subject
            && signed::check(&self.der, issuer.public_key()) == Signature::Valid
    }

    pub(crate) fn parsed(&self) -> &x509_cert::TbsCertificate {
        &self.parsed.tbs_certificate
    }

    pub(crate) fn public_key(&self) -> &SubjectPublicKeyInfoOwned {
        &self.parsed.tbs_certificate.subject_public_key_info
    }

    pub(crate) fn extensions(&self) -> &[Extension] {
        self.parsed.tbs_certificate.extensions.as_deref().unwrap_or_default()
    }

    fn extension<'s, T: Decode<'s>>(&'s self, oid: &der::asn1::ObjectIdentifier) -> Option<T> {
        let found = self.extensions().iter().find(|extension| extension.extn_id == *oid)?;
        T::from_der(found.extn_value.as_bytes()).ok()
    }

    /// The identifier of the key, from the certificate or computed in the usual way.
    pub(crate) fn key_id(&self) -> Vec<u8> {
        let told = self.extension::<SubjectKeyIdentifier>(&oid::SUBJECT_KEY_IDENTIFIER);
        told.map_or_else(|| extension::key_id(self.public_key()), |told| told.0.as_bytes().to_vec())
    }

    /// The identifier of the issuer's key, if the certificate contains it.
    pub(crate) fn authority_key_id(&self) -> Option<Vec<u8>> {
        let told = self.extension::<AuthorityKeyIdentifier>(&oid::AUTHORITY_KEY_IDENTIFIER)?;
        told.key_identifier.map(|id| id.as_bytes().to_vec())
    }

    pub(crate) fn not_before_text(&self) -> String {
        time::puppet_form(&self.parsed.tbs_certificate.validity.not_before)
    }

    pub(crate) fn not_after_text(&self) -> String {
        time::puppet_form(&self.parsed.tbs_certificate.validity.not_after)
    }

    /// The subject as in `inventory.txt`: `CN=name`.
    pub(crate) fn subject_text(&self) -> String {
        self.parsed.tbs_certificate.subject.to_string()
    }

    /// Whether both have the same key.
    pub(crate) fn has_key(&self, key: &SubjectPublicKeyInfoOwned) -> bool {
        matches!((self.public_key().to_der(), key.to_der()), (Ok(own), Ok(other)) if own == other)
    }
}
