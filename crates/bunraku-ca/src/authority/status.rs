//! The status of names, as in the status routes.

use ring::digest::{self, Algorithm};
use x509_cert::ext::Extension;

use super::Authority;
use crate::certificate::Certificate;
use crate::extension::{names_in, shown_name, value_text};
use crate::request::Request;
use crate::status::{CertificateDetails, Expirations, Fingerprints, State, Status};
use crate::{Failure, Refusal, files, oid, short_name};

impl Authority {
    /// The status of a name: of its certificate, or else its request.
    pub fn status(&self, certname: &str) -> Result<Status, Refusal> {
        if let Some(certificate) = self.stored_certificate(certname)? {
            return Ok(self.of_certificate(certname, &certificate)?);
        }
        match self.stored_request(certname)? {
            Some(request) => Ok(of_request(certname, &request)),
            None => Err(Refusal::missing("Resource not found.")),
        }
    }

    /// The status of all names, requests first; optionally only those in a state. Files that cannot be read are skipped
    /// and logged.
    pub fn statuses(&self, state: Option<State>) -> Result<Vec<Status>, Refusal> {
        let mut statuses = Vec::new();
        if state.is_none_or(|state| state == State::Requested) {
            for certname in files::pem_names(&self.layout.requests())? {
                match self.pending(&certname) {
                    Ok(request) => statuses.extend(request.map(|request| of_request(&certname, &request))),
                    Err(failure) => self.settings.log.warning(failure.to_string()),
                }
            }
        }
        if state == Some(State::Requested) {
            return Ok(statuses);
        }
        for certname in files::pem_names(&self.layout.signed())? {
            match self.stored_certificate(&certname) {
                Ok(Some(certificate)) => {
                    let status = self.of_certificate(&certname, &certificate)?;
                    statuses.extend(
                        Some(status).filter(|status| state.is_none_or(|state| state == status.state)),
                    );
                }
                Ok(None) => {}
                Err(failure) => self.settings.log.warning(failure.to_string()),
            }
        }
        Ok(statuses)
    }

    /// The names of all files below `signed`.
    pub fn signed_names(&self) -> Result<Vec<String>, Failure> {
        files::pem_names(&self.layout.signed())
    }

    /// The request of a name, unless it has been signed and a crash prevented its removal.
    fn pending(&self, certname: &str) -> Result<Option<Request>, Failure> {
        let Some(request) = self.stored_request(certname)? else { return Ok(None) };
        let signed = self.stored_certificate(certname)?;
        Ok(Some(request).filter(|request| !signed.is_some_and(|one| one.has_key(request.public_key()))))
    }

    /// The expiry of the authority's certificates and lists.
    pub fn expirations(&self) -> Result<Expirations, Refusal> {
        let certificates = self.bundle.iter();
        let lists = self.lists()?.lists;
        Ok(Expirations {
            ca_certs: certificates
                .map(|one| (one.certname().unwrap_or_default(), one.not_after_text()))
                .collect(),
            crls: lists
                .iter()
                .map(|list| {
                    (list.issuer_name().unwrap_or_default(), list.next_update_text().unwrap_or_default())
                })
                .collect(),
        })
    }

    fn of_certificate(&self, certname: &str, certificate: &Certificate) -> Result<Status, Failure> {
        let state = if self.is_revoked(&certificate.serial())? { State::Revoked } else { State::Signed };
        let details = CertificateDetails {
            serial_number: certificate.serial(),
            not_before: certificate.not_before_text(),
            not_after: certificate.not_after_text(),
        };
        Ok(status(certname, state, certificate.der(), certificate.extensions(), Some(details)))
    }
}

fn of_request(certname: &str, request: &Request) -> Status {
    status(certname, State::Requested, request.der(), request.extensions(), None)
}

fn status(
    certname: &str,
    state: State,
    der: &[u8],
    extensions: &[Extension],
    certificate: Option<CertificateDetails>,
) -> Status {
    let names: Vec<String> = names_in(extensions).iter().filter_map(shown_name).collect();
    let dns_alt_names: Vec<String> = names.iter().filter(|name| name.starts_with("DNS:")).cloned().collect();
    let addresses = names.into_iter().filter(|name| name.starts_with("IP:"));
    let rights = extensions.iter().filter(|one| oid::is_below(&one.extn_id, &oid::AUTHORIZATION));
    Status {
        name: certname.to_owned(),
        state,
        fingerprints: Fingerprints {
            sha1: fingerprint(&digest::SHA1_FOR_LEGACY_USE_ONLY, der),
            sha256: fingerprint(&digest::SHA256, der),
            sha512: fingerprint(&digest::SHA512, der),
        },
        subject_alt_names: addresses.chain(dns_alt_names.iter().cloned()).collect(),
        dns_alt_names,
        authorization_extensions: rights
            .map(|one| {
                let oid = one.extn_id.to_string();
                let name = short_name(&oid).map_or(oid, str::to_owned);
                (name, value_text(one.extn_value.as_bytes()))
            })
            .collect(),
        certificate,
    }
}

fn fingerprint(algorithm: &'static Algorithm, der: &[u8]) -> String {
    let digest = digest::digest(algorithm, der);
    let bytes: Vec<String> = digest.as_ref().iter().map(|byte| format!("{byte:02X}")).collect();
    bytes.join(":")
}
