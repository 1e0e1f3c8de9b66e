//! Accepts, checks and signs requests.

use std::time::Duration;

use x509_cert::ext::Extension;
use x509_cert::spki::SubjectPublicKeyInfoOwned;

use super::{Authority, Writing, broken, file_name, internal};
use crate::certificate::Certificate;
use crate::files::{self, Mode};
use crate::issue::Draft;
use crate::key::{PrivateKey, public_pem};
use crate::request::Request;
use crate::status::BulkSigned;
use crate::{Failure, KeyKind, LONGEST_TTL, Refusal, autosign, extension, name, oid, time};

/// The outcome of submitting a request. Both look the same to an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Submitted {
    /// It is waiting for an operator.
    Pending,
    /// It was signed immediately.
    Signed,
}

/// A key and a certificate that were generated together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generated {
    /// The private key in PEM, which is not stored anywhere else.
    pub private_key: String,
    /// The public key in PEM.
    pub public_key: String,
    /// The certificate in PEM.
    pub certificate: String,
}

impl Authority {
    /// Accepts a request, and signs it if the settings allow that.
    ///
    /// The order is puppetserver's: a request that may not be signed is stored all the same, and waits for an operator.
    pub fn submit(&self, certname: &str, csr_pem: &str) -> Result<Submitted, Refusal> {
        let request =
            Request::from_pem(csr_pem).map_err(|reason| Refusal::bad(format!("Invalid CSR: {reason}")))?;
        {
            let writing = self.begin()?;
            self.check_duplicate(request.subject())?;
            name::check(certname, request.subject())?;
            files::make_folder(&self.layout.requests(), Mode::Public)?;
            files::write(&self.layout.request(certname), request.to_pem().as_bytes(), Mode::Public)?;
            drop(writing);
        }
        self.settings.log.debug(format!("{certname} has requested a certificate"));
        // The deciding program may take long, so the lock is not held: others may write in the meantime.
        if !autosign::allows(&self.settings, certname, &request.to_pem()) {
            return Ok(Submitted::Pending);
        }
        request.check(&self.settings)?;
        let mut writing = self.begin()?;
        // The decision was about this request, which may have been signed or replaced in the meantime.
        match self.stored_request(certname)? {
            Some(stored) if stored.der() == request.der() => {}
            _ => return Ok(Submitted::Pending),
        }
        self.issue(&mut writing, certname, &request, None)?;
        Ok(Submitted::Signed)
    }

    /// Signs the request of a name; `ttl` overrides the validity in the settings.
    pub fn sign(&self, certname: &str, ttl: Option<Duration>) -> Result<Certificate, Refusal> {
        let mut writing = self.begin()?;
        self.sign_stored(&mut writing, certname, ttl)
    }

    /// Signs the requests of several names; each succeeds or fails independently.
    pub fn sign_all_of(&self, certnames: &[String]) -> Result<BulkSigned, Refusal> {
        let mut writing = self.begin()?;
        let mut result = BulkSigned::default();
        for certname in certnames {
            if !self.has_request(certname) {
                result.no_csr.push(certname.clone());
                continue;
            }
            match self.sign_stored(&mut writing, certname, None) {
                Ok(_) => result.signed.push(certname.clone()),
                // A full disk fails for all that follow.
                Err(refusal) if refusal.status >= 500 => return Err(refusal),
                Err(refusal) => result.signing_errors.push((certname.clone(), refusal.message)),
            }
        }
        Ok(result)
    }

    /// Signs all pending requests.
    pub fn sign_all(&self) -> Result<BulkSigned, Refusal> {
        self.sign_all_of(&files::pem_names(&self.layout.requests())?)
    }

    /// Generates a key and a certificate for a name. The names are DNS names, or addresses written `IP:10.0.0.1`; with
    /// `ca_client` the certificate authorizes use of the CA's routes.
    pub fn generate(
        &self,
        certname: &str,
        alt_names: &[String],
        ca_client: bool,
        key: KeyKind,
        ttl: Option<Duration>,
    ) -> Result<Generated, Refusal> {
        name::check(certname, certname)?;
        let key = PrivateKey::generate(key).map_err(internal)?;
        let mut writing = self.begin()?;
        self.check_duplicate(certname)?;
        let certificate = self.issue_own(&mut writing, certname, alt_names, ca_client, &key, ttl)?;
        self.settings.log.info(format!("Generated certificate for {certname}"));
        Ok(Generated {
            private_key: key.to_pem().map_err(internal)?,
            public_key: public_pem(certificate.public_key()).map_err(internal)?,
            certificate: certificate.to_pem(),
        })
    }

    /// Issues the certificate of the machine that the server runs on, for an existing key.
    pub(crate) fn issue_for_host(
        &self,
        certname: &str,
        alt_names: &[String],
        key: &PrivateKey,
    ) -> Result<Certificate, Refusal> {
        let default = ["puppet".to_owned()];
        let alt_names = if alt_names.is_empty() { &default } else { alt_names };
        let mut writing = self.begin()?;
        self.issue_own(&mut writing, certname, alt_names, true, key, None)
    }

    /// Issues a certificate whose contents are determined by the operator rather than by an agent.
    fn issue_own(
        &self,
        writing: &mut Writing<'_>,
        certname: &str,
        alt_names: &[String],
        ca_client: bool,
        key: &PrivateKey,
        ttl: Option<Duration>,
    ) -> Result<Certificate, Refusal> {
        let names = alt_names.iter().map(String::as_str).chain([certname]);
        let names = extension::alt_names(names).map_err(Refusal::bad)?;
        let key = key.public_key().map_err(internal)?;
        let mut extensions = vec![extension::subject_alt_name(&names).map_err(internal)?];
        if ca_client {
            extensions.push(extension::puppet(oid::CLI_AUTH, "true").map_err(internal)?);
        }
        self.issue_with(writing, certname, &key, extensions, ttl.unwrap_or(self.settings.ca_ttl))
    }

    fn sign_stored(
        &self,
        writing: &mut Writing<'_>,
        certname: &str,
        ttl: Option<Duration>,
    ) -> Result<Certificate, Refusal> {
        let Some(request) = self.stored_request(certname)? else {
            let message =
                format!("Cannot sign certificate for host {certname} without a certificate request");
            return Err(Refusal::conflict(message));
        };
        let conflict = |refusal: Refusal| Refusal::conflict(refusal.message);
        name::check(certname, request.subject()).map_err(conflict)?;
        request.check(&self.settings).map_err(conflict)?;
        self.issue(writing, certname, &request, ttl)
    }

    /// Issues the certificate for a request that has been checked.
    fn issue(
        &self,
        writing: &mut Writing<'_>,
        certname: &str,
        request: &Request,
        ttl: Option<Duration>,
    ) -> Result<Certificate, Refusal> {
        let settings = &self.settings;
        let usual = if settings.allow_auto_renewal && request.renews_itself() {
            settings.auto_renewal_cert_ttl
        } else {
            settings.ca_ttl
        };
        let (key, extensions) = (request.public_key(), request.granted_extensions().map_err(internal)?);
        let certificate = self.issue_with(writing, certname, key, extensions, ttl.unwrap_or(usual))?;
        // A request for a key with a certificate is not shown as pending.
        files::remove_in_time(&self.layout.request(certname))?;
        settings.log.info(format!("Signed certificate request for {certname}"));
        Ok(certificate)
    }

    fn issue_with(
        &self,
        writing: &mut Writing<'_>,
        certname: &str,
        key: &SubjectPublicKeyInfoOwned,
        wanted: Vec<Extension>,
        ttl: Duration,
    ) -> Result<Certificate, Refusal> {
        if ttl > LONGEST_TTL {
            let message =
                format!("expected a time to live of at most 50 years, got {} seconds", ttl.as_secs());
            return Err(Refusal::bad(message));
        }
        self.issuer.check_validity(self.now())?;
        let mut extensions = extension::of_machine(&self.issuer.certificate, key).map_err(internal)?;
        extensions.extend(wanted);
        let serial = writing.next_serial()?;
        let draft = Draft {
            serial: &serial,
            subject: name::subject(certname).map_err(internal)?,
            key: key.clone(),
            validity: time::validity(self.now(), ttl).map_err(internal)?,
            extensions,
        };
        let certificate = self.issuer.issue(draft).map_err(internal)?;
        writing.keep(certname, &certificate)?;
        Ok(certificate)
    }

    pub(super) fn check_duplicate(&self, certname: &str) -> Result<(), Refusal> {
        let state = match self.stored_certificate(certname)? {
            Some(certificate) if self.is_revoked(&certificate.serial())? => "revoked",
            Some(_) => "signed",
            None if self.has_request(certname) => "requested",
            None => return Ok(()),
        };
        if self.settings.allow_duplicate_certs {
            let remark =
                format!("{certname} already has a {state} certificate; new certificate will overwrite it");
            self.settings.log.info(remark);
            return Ok(());
        }
        let message = format!("{certname} already has a {state} certificate; ignoring certificate request");
        Err(Refusal::bad(message))
    }

    pub(super) fn has_request(&self, certname: &str) -> bool {
        file_name(certname).is_some_and(|name| self.layout.request(name).exists())
    }

    pub(super) fn stored_request(&self, certname: &str) -> Result<Option<Request>, Failure> {
        let Some(certname) = file_name(certname) else { return Ok(None) };
        let path = self.layout.request(certname);
        let Some(pem) = files::read_if_any(&path)? else { return Ok(None) };
        Request::from_pem(&pem).map(Some).map_err(|reason| broken(&path, &reason))
    }
}
