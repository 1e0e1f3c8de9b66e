//! Renews certificates of agents, and the authority's own.

use std::time::Duration;

use super::{Authority, broken, internal};
use crate::certificate::Certificate;
use crate::files::{self, Mode};
use crate::issue::{Draft, Issuer};
use crate::key::PrivateKey;
use crate::{Failure, Refusal, extension, name, oid, time};

impl Authority {
    /// Renews the certificate that a client has presented: the same key, subject and extensions, with a new serial
    /// number and validity. The old certificate stays valid. `None` is a client without a certificate.
    ///
    /// The signature is checked here as well, because a certificate may come from a header.
    pub fn renew(&self, client_certificate: Option<&[u8]>) -> Result<Certificate, Refusal> {
        if !self.settings.allow_auto_renewal {
            return Err(Refusal::missing("Not Found"));
        }
        let missing = || Refusal::bad("No valid certificate found in renewal request");
        let old = Certificate::from_der(client_certificate.ok_or_else(missing)?).map_err(|_| missing())?;
        if old.authority_key_id() != Some(self.issuer.certificate.key_id())
            || !old.is_issued_by(&self.issuer.certificate)
            || old.is_authority()
        {
            return Err(Refusal::new(403, "Certificate present, but does not match signature"));
        }
        if old.not_after() < self.now() {
            return Err(missing());
        }
        self.reissue(&old, self.settings.auto_renewal_cert_ttl, missing())
    }

    /// Renews the certificate of a name for an operator. An expired one can be renewed, a revoked one cannot.
    pub fn renew_certificate(&self, certname: &str, ttl: Option<Duration>) -> Result<Certificate, Refusal> {
        let Some(old) = self.stored_certificate(certname)? else {
            return Err(Refusal::missing(format!("Could not find certificate {certname}")));
        };
        let message = format!("the certificate of {certname} is revoked: clean it and request a new one");
        self.reissue(&old, ttl.unwrap_or(self.settings.ca_ttl), Refusal::conflict(message))
    }

    /// Renews the certificate of the machine that the server runs on.
    pub(crate) fn reissue_host(&self, certname: &str, old: &Certificate) -> Result<Certificate, Refusal> {
        let message =
            format!("the server's certificate, {certname}, is revoked: remove its files to get a new one");
        self.reissue(old, self.settings.ca_ttl, Refusal::conflict(message))
    }

    /// Issues the same certificate with a new validity, unless it is revoked.
    fn reissue(&self, old: &Certificate, ttl: Duration, revoked: Refusal) -> Result<Certificate, Refusal> {
        let certname = old.certname().unwrap_or_default();
        if !name::is_file_name(&certname) {
            return Err(Refusal::bad("No valid certificate found in renewal request"));
        }
        let mut writing = self.begin()?;
        // The lock prevents a revocation between this check and the new certificate, which would not be on the list.
        if self.is_revoked(&old.serial())? {
            return Err(revoked);
        }
        self.issuer.check_validity(self.now())?;
        let renewed = [oid::AUTHORITY_KEY_IDENTIFIER, oid::SUBJECT_KEY_IDENTIFIER];
        let kept = old.extensions().iter().filter(|one| !renewed.contains(&one.extn_id));
        let mut extensions: Vec<_> = kept.cloned().collect();
        extensions.push(extension::authority_key_identifier(&self.issuer.certificate).map_err(internal)?);
        extensions.push(extension::subject_key_identifier(old.public_key()).map_err(internal)?);
        let serial = writing.next_serial()?;
        let draft = Draft {
            serial: &serial,
            subject: old.parsed().subject.clone(),
            key: old.public_key().clone(),
            validity: time::validity(self.now(), ttl).map_err(internal)?,
            extensions,
        };
        let certificate = self.issuer.issue(draft).map_err(internal)?;
        writing.keep(&certname, &certificate)?;
        self.settings.log.info(format!(
            "Renewed certificate for \"{certname}\" with new expiration of \"{}\"",
            certificate.not_after_text()
        ));
        Ok(certificate)
    }

    /// Renews the authority's own certificate: the same key, name and serial number, so that all certificates stay
    /// valid. A root above it is renewed as well; its key must be in the folder.
    pub fn renew_ca(&self, ttl: Duration) -> Result<Certificate, Failure> {
        let _writing = self.begin()?;
        let old = &self.issuer.certificate;
        let root = self.root()?;
        let signer = match &root {
            _ if old.is_root() => &self.issuer,
            Some(root) if old.is_issued_by(&root.certificate) => root,
            _ => {
                return Err(Failure::new(format!(
                    "the authority's certificate was issued by `{}`, whose key is not in `{}`: get a new \
                     certificate from that authority",
                    name::common_name(&old.parsed().issuer).unwrap_or_default(),
                    self.layout.root_key().display()
                )));
            }
        };
        let mut bundle = self.bundle.clone();
        for certificate in &mut bundle {
            if certificate != old && *certificate != signer.certificate {
                continue;
            }
            // Certificates also identify their issuer by its serial number: with another one, OpenSSL would reject all
            // of them.
            let draft = Draft {
                serial: &certificate.serial(),
                subject: certificate.parsed().subject.clone(),
                key: certificate.public_key().clone(),
                validity: time::validity(self.now(), ttl).map_err(internal)?,
                extensions: certificate.extensions().to_vec(),
            };
            *certificate = signer.issue(draft).map_err(internal)?;
        }
        let text: String = bundle.iter().map(Certificate::to_pem).collect();
        files::write(&self.layout.ca_certificate(), text.as_bytes(), Mode::Public)?;
        let renewed = bundle.into_iter().find(|one| one.has_key(old.public_key()));
        let renewed = renewed.ok_or_else(|| internal("the authority is not in its bundle".to_owned()))?;
        self.settings.log.info(format!("Renewed the authority until {}", renewed.not_after_text()));
        Ok(renewed)
    }

    /// The root above the authority, if its key is in the folder.
    pub(super) fn root(&self) -> Result<Option<Issuer>, Failure> {
        let path = self.layout.root_key();
        let Some(pem) = files::read_if_any(&path)? else { return Ok(None) };
        let key = PrivateKey::from_pem(&pem).map_err(|reason| broken(&path, &reason))?;
        let public = key.public_key().map_err(|reason| broken(&path, &reason))?;
        let certificate = self.bundle.iter().find(|one| one.has_key(&public)).cloned();
        Ok(certificate.map(|certificate| Issuer { certificate, key }))
    }
}
