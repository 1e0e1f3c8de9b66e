//! Revocation lists: those in `ca_crl.pem`, one for each certificate of the bundle, and additions to the own one.

use std::collections::HashSet;
use std::time::{Duration, SystemTime};

use der::asn1::{ObjectIdentifier, Uint};
use der::{Decode, Encode, Enumerated};
use x509_cert::certificate::Version;
use x509_cert::crl::{CertificateList, RevokedCert, TbsCertList};
use x509_cert::ext::pkix::AuthorityKeyIdentifier;
use x509_cert::serial_number::SerialNumber;

use crate::certificate::Certificate;
use crate::issue::Issuer;
use crate::{Serial, extension, name, oid, pem, signed, time};

/// How long a list is valid: five years, as in puppetserver.
const VALIDITY: Duration = crate::DEFAULT_TTL;

/// A revocation list with its original bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RevocationList {
    der: Vec<u8>,
    parsed: CertificateList,
}

/// The reason of a revocation: puppetserver always writes a key compromise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enumerated)]
#[repr(u8)]
enum Reason {
    KeyCompromise = 1,
}

impl RevocationList {
    pub fn from_der(der: &[u8]) -> Result<RevocationList, String> {
        let parsed = CertificateList::from_der(der)
            .map_err(|error| format!("not a revocation list of version 2: {error}"))?;
        Ok(RevocationList { der: der.to_vec(), parsed })
    }

    /// Parses all lists in a PEM file.
    pub fn all_from_pem(text: &str) -> Result<Vec<RevocationList>, String> {
        pem::decode_all(text, &["X509 CRL"])?.iter().map(|der| RevocationList::from_der(der)).collect()
    }

    /// Writes lists to PEM.
    pub fn to_pem(lists: &[RevocationList]) -> String {
        lists.iter().map(|list| pem::encode("X509 CRL", &list.der)).collect()
    }

    /// Creates an empty list.
    pub fn empty(issuer: &Issuer, now: SystemTime) -> Result<RevocationList, String> {
        RevocationList::write(issuer, Vec::new(), &[0], now)
    }

    /// The next version of a list: with further revoked certificates, and without expired ones.
    pub fn next(
        &self,
        issuer: &Issuer,
        revoked: &[Serial],
        forgotten: &HashSet<Serial>,
        now: SystemTime,
    ) -> Result<RevocationList, String> {
        let mut entries: Vec<RevokedCert> = self.entries().to_vec();
        entries.retain(|entry| !forgotten.contains(&Serial::from_bytes(entry.serial_number.as_bytes())));
        for serial in revoked {
            entries.push(RevokedCert {
                serial_number: SerialNumber::new(serial.as_bytes()).map_err(|error| error.to_string())?,
                revocation_date: time::to_asn1(now)?,
                crl_entry_extensions: Some(vec![extension::new(
                    oid::CRL_REASON,
                    false,
                    &Reason::KeyCompromise,
                )?]),
            });
        }
        RevocationList::write(issuer, entries, &incremented(&self.number().unwrap_or_default()), now)
    }

    fn write(
        issuer: &Issuer,
        entries: Vec<RevokedCert>,
        number: &[u8],
        now: SystemTime,
    ) -> Result<RevocationList, String> {
        let failed = |error: der::Error| error.to_string();
        // Machines whose clocks are behind would reject a list that is not valid yet.
        let validity = time::validity(now, VALIDITY)?;
        let content = TbsCertList {
            version: Version::V2,
            signature: issuer.key.algorithm(),
            issuer: issuer.certificate.parsed().subject.clone(),
            this_update: validity.not_before,
            next_update: Some(validity.not_after),
            revoked_certificates: (!entries.is_empty()).then_some(entries),
            crl_extensions: Some(vec![
                extension::key_identifier_only(&issuer.certificate.key_id())?,
                extension::new(oid::CRL_NUMBER, false, &Uint::new(number).map_err(failed)?)?,
            ]),
        };
        RevocationList::from_der(&signed::sign(&content.to_der().map_err(failed)?, &issuer.key)?)
    }

    pub fn der(&self) -> &[u8] {
        &self.der
    }

    fn entries(&self) -> &[RevokedCert] {
        self.parsed.tbs_cert_list.revoked_certificates.as_deref().unwrap_or_default()
    }

    /// The serial numbers of revoked certificates.
    pub fn serials(&self) -> HashSet<Serial> {
        self.entries().iter().map(|entry| Serial::from_bytes(entry.serial_number.as_bytes())).collect()
    }

    /// The number of the list, highest byte first, without leading zeros.
    pub fn number(&self) -> Option<Vec<u8>> {
        let value = self.extension(&oid::CRL_NUMBER)?;
        Uint::from_der(value).ok().map(|number| Serial::from_bytes(number.as_bytes()).as_bytes().to_vec())
    }

    /// Whether the list only contains changes relative to another one.
    pub fn is_delta(&self) -> bool {
        self.extension(&oid::DELTA_CRL).is_some()
    }

    pub fn authority_key_id(&self) -> Option<Vec<u8>> {
        let identifier =
            AuthorityKeyIdentifier::from_der(self.extension(&oid::AUTHORITY_KEY_IDENTIFIER)?).ok()?;
        identifier.key_identifier.map(|id| id.as_bytes().to_vec())
    }

    fn extension(&self, oid: &ObjectIdentifier) -> Option<&[u8]> {
        let extensions = self.parsed.tbs_cert_list.crl_extensions.as_deref().unwrap_or_default();
        let found = extensions.iter().find(|extension| extension.extn_id == *oid)?;
        Some(found.extn_value.as_bytes())
    }

    pub fn next_update(&self) -> Option<SystemTime> {
        Some(self.parsed.tbs_cert_list.next_update.as_ref()?.to_system_time())
    }

    pub fn next_update_text(&self) -> Option<String> {
        self.parsed.tbs_cert_list.next_update.as_ref().map(time::puppet_form)
    }

    pub fn issuer_name(&self) -> Option<String> {
        name::common_name(&self.parsed.tbs_cert_list.issuer)
    }

    /// Whether this list belongs to an authority; very old lists do not identify the key.
    pub fn is_of(&self, authority: &Certificate) -> bool {
        self.parsed.tbs_cert_list.issuer == authority.parsed().subject
            && self.authority_key_id().is_none_or(|id| id == authority.key_id())
    }

    pub fn is_signed_by(&self, authority: &Certificate) -> bool {
        signed::check(&self.der, authority.public_key()) == signed::Signature::Valid
    }
}

/// Increments a big-endian number.
fn incremented(number: &[u8]) -> Vec<u8> {
    let mut next = number.to_vec();
    for byte in next.iter_mut().rev() {
        *byte = byte.wrapping_add(1);
        if *byte != 0 {
            return next;
        }
    }
    next.insert(0, 1);
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_carry() {
        assert_eq!(incremented(&[]), [1]);
        assert_eq!(incremented(&[0]), [1]);
        assert_eq!(incremented(&[1, 255]), [2, 0]);
        assert_eq!(incremented(&[255, 255]), [1, 0, 0]);
    }
}
