//! Issues certificates.

use std::time::SystemTime;

use der::Encode;
use x509_cert::TbsCertificate;
use x509_cert::certificate::Version;
use x509_cert::ext::Extension;
use x509_cert::name::Name;
use x509_cert::serial_number::SerialNumber;
use x509_cert::spki::SubjectPublicKeyInfoOwned;
use x509_cert::time::Validity;

use crate::certificate::Certificate;
use crate::key::PrivateKey;
use crate::{Failure, Serial, extension, signed};

/// A certificate that may sign others, with its key.
#[derive(Debug)]
pub(crate) struct Issuer {
    pub certificate: Certificate,
    pub key: PrivateKey,
}

/// The contents of a certificate to be issued.
pub(crate) struct Draft<'d> {
    pub serial: &'d Serial,
    pub subject: Name,
    pub key: SubjectPublicKeyInfoOwned,
    pub validity: Validity,
    pub extensions: Vec<Extension>,
}

impl Issuer {
    /// Creates a self-signed certificate of an authority.
    pub fn self_signed(
        key: PrivateKey,
        subject: Name,
        serial: &Serial,
        validity: Validity,
    ) -> Result<Issuer, String> {
        let public = key.public_key()?;
        let extensions = extension::of_authority(&public, &public)?;
        let draft = Draft { serial, subject: subject.clone(), key: public, validity, extensions };
        let certificate = draft.sign(subject, &key)?;
        Ok(Issuer { certificate, key })
    }

    /// Issues a certificate.
    pub fn issue(&self, draft: Draft<'_>) -> Result<Certificate, String> {
        draft.sign(self.certificate.parsed().subject.clone(), &self.key)
    }

    /// Checks that the authority has not expired, since nobody would accept its certificates.
    pub fn check_validity(&self, now: SystemTime) -> Result<(), Failure> {
        if self.certificate.not_after() < now {
            return Err(Failure::new(format!(
                "the certificate of the authority expired at {}: run `bunraku ca renew --ca`, then distribute the \
                 new `ca_crt.pem` to all agents",
                self.certificate.not_after_text()
            )));
        }
        Ok(())
    }
}

impl Draft<'_> {
    fn sign(self, issuer: Name, key: &PrivateKey) -> Result<Certificate, String> {
        let failed = |error: der::Error| error.to_string();
        let content = TbsCertificate {
            version: Version::V3,
            serial_number: SerialNumber::new(nonempty(self.serial.as_bytes())).map_err(failed)?,
            signature: key.algorithm(),
            issuer,
            validity: self.validity,
            subject: self.subject,
            subject_public_key_info: self.key,
            issuer_unique_id: None,
            subject_unique_id: None,
            extensions: Some(self.extensions),
        };
        Certificate::from_der(&signed::sign(&content.to_der().map_err(failed)?, key)?)
    }
}

/// Zero is encoded as one byte.
fn nonempty(bytes: &[u8]) -> &[u8] {
    if bytes.is_empty() { &[0] } else { bytes }
}
