//! Parsed certificate requests, and puppetserver's rules for them.

use der::asn1::ObjectIdentifier;
use der::{Decode, Encode};
use x509_cert::ext::Extension;
use x509_cert::ext::pkix::name::{GeneralName, GeneralNames};
use x509_cert::request::{CertReq, ExtensionReq};
use x509_cert::spki::SubjectPublicKeyInfoOwned;

use crate::extension::{names_in, shown_name};
use crate::signed::Signature;
use crate::{CaSettings, Refusal, extension, name, oid, pem, signed};

/// A request with its original bytes.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    der: Vec<u8>,
    parsed: CertReq,
    subject: String,
    extensions: Vec<Extension>,
}

/// No request with an accepted key is larger.
const LARGEST: usize = 64 * 1024;

impl Request {
    /// Parses a request in PEM.
    pub fn from_pem(text: &str) -> Result<Request, String> {
        if text.len() > LARGEST {
            return Err(format!("expected at most {LARGEST} bytes, got {}", text.len()));
        }
        let blocks = pem::decode_all(text, &["CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST"])?;
        let [der] = &blocks[..] else {
            return Err(format!("expected one certificate request in PEM format, found {}", blocks.len()));
        };
        let parsed = CertReq::from_der(der).map_err(|error| format!("not a certificate request: {error}"))?;
        let subject = name::common_name(&parsed.info.subject);
        let subject = subject.ok_or("expected a subject with one common name")?;
        let extensions = requested_extensions(&parsed)?;
        Ok(Request { der: der.clone(), parsed, subject, extensions })
    }

    /// The common name of the subject.
    pub fn subject(&self) -> &str {
        &self.subject
    }

    pub fn der(&self) -> &[u8] {
        &self.der
    }

    pub fn to_pem(&self) -> String {
        pem::encode("CERTIFICATE REQUEST", &self.der)
    }

    pub fn public_key(&self) -> &SubjectPublicKeyInfoOwned {
        &self.parsed.info.public_key
    }

    /// The requested extensions.
    pub fn extensions(&self) -> &[Extension] {
        &self.extensions
    }

    /// Whether the agent announces that it renews its certificate.
    pub fn renews_itself(&self) -> bool {
        let attributes = self.parsed.info.attributes.iter();
        let mut values =
            attributes.filter(|one| one.oid == oid::AUTO_RENEW).flat_map(|one| one.values.iter());
        values.next().and_then(name::text).as_deref() == Some("true")
    }

    /// Checks a request by puppetserver's rules, in its order.
    pub fn check(&self, settings: &CaSettings) -> Result<(), Refusal> {
        self.check_alt_names(settings)?;
        self.check_authorization(settings)?;
        self.check_extensions()?;
        match signed::check(&self.der, self.public_key()) {
            Signature::Valid => Ok(()),
            Signature::Wrong => {
                let message = "CSR contains a public key that does not correspond to the signing key";
                Err(Refusal::bad(message))
            }
            Signature::Unknown(kind) => Err(Refusal::bad(format!(
                "CSR '{}' is signed by the algorithm {kind}, which is not accepted: use SHA-256 with RSA or ECDSA",
                self.subject
            ))),
        }
    }

    fn check_alt_names(&self, settings: &CaSettings) -> Result<(), Refusal> {
        let names = self.alt_names()?;
        for name in &names {
            if let GeneralName::DnsName(dns) = name
                && dns.as_str().contains('*')
            {
                let message = format!("Cert subjectAltName contains a wildcard, which is not allowed: {dns}");
                return Err(Refusal::bad(message));
            }
        }
        if settings.allow_subject_alt_names {
            return Ok(());
        }
        let own = format!("DNS:{}", self.subject);
        let extra: Vec<String> = names.iter().filter_map(shown_name).filter(|name| *name != own).collect();
        if extra.is_empty() {
            return Ok(());
        }
        Err(Refusal::bad(format!(
            "CSR '{}' contains extra subject alternative names ({}), which are disallowed. To allow subject alternative \
             names, set allow-subject-alt-names to true in your ca.conf file. Then restart the puppetserver and try signing \
             this certificate again.",
            self.subject,
            extra.join(", ")
        )))
    }

    /// The requested alternative names; kinds other than DNS and IP are rejected.
    fn alt_names(&self) -> Result<GeneralNames, Refusal> {
        let all = names_in(&self.extensions);
        let asked = self.extensions.iter().any(|extension| extension.extn_id == oid::SUBJECT_ALT_NAME);
        if (asked && all.is_empty()) || all.iter().any(|name| shown_name(name).is_none()) {
            let message = "Only DNS and IP names are allowed in the Subject Alternative Names extension";
            return Err(Refusal::bad(message));
        }
        Ok(all)
    }

    fn check_authorization(&self, settings: &CaSettings) -> Result<(), Refusal> {
        let gives_rights = |one: &Extension| oid::is_below(&one.extn_id, &oid::AUTHORIZATION);
        if settings.allow_authorization_extensions || !self.extensions.iter().any(gives_rights) {
            return Ok(());
        }
        Err(Refusal::bad(format!(
            "CSR '{}' contains an authorization extension, which is disallowed. To allow authorization extensions, set \
             allow-authorization-extensions to true in your ca.conf file. Then restart the puppetserver and try signing \
             this certificate again.",
            self.subject
        )))
    }

    fn check_extensions(&self) -> Result<(), Refusal> {
        let wrong: Vec<String> = self
            .extensions
            .iter()
            .enumerate()
            .filter(|(at, one)| {
                let earlier = &self.extensions[..*at];
                !is_allowed(&one.extn_id) || earlier.iter().any(|other| other.extn_id == one.extn_id)
            })
            .map(|(_, one)| one.extn_id.to_string())
            .collect();
        if wrong.is_empty() {
            return Ok(());
        }
        Err(Refusal::bad(format!("Found extensions that are not permitted: {}", wrong.join(", "))))
    }

    /// The extensions of the certificate for the request: its own, with the certname added to the alternative names.
    pub fn granted_extensions(&self) -> Result<Vec<Extension>, String> {
        let mut names = names_in(&self.extensions);
        let own = extension::alt_names([&*self.subject])?;
        names.extend(own.into_iter().filter(|own| !names.contains(own)).collect::<Vec<_>>());
        let mut extensions = vec![extension::subject_alt_name(&names)?];
        let others = self.extensions.iter().filter(|one| one.extn_id != oid::SUBJECT_ALT_NAME);
        // Only Puppet knows these extensions: a critical one would make all other programs reject the certificate.
        extensions.extend(others.map(|one| Extension { critical: false, ..one.clone() }));
        Ok(extensions)
    }
}

/// Whether a request may contain an extension. Authorization to use the CA is never granted by a request.
fn is_allowed(oid: &ObjectIdentifier) -> bool {
    *oid == oid::SUBJECT_ALT_NAME
        || oid::is_below(oid, &oid::REGISTERED)
        || oid::is_below(oid, &oid::PRIVATE)
        || (oid::is_below(oid, &oid::AUTHORIZATION) && *oid != oid::CLI_AUTH)
}

fn requested_extensions(request: &CertReq) -> Result<Vec<Extension>, String> {
    let mut all = Vec::new();
    for attribute in request.info.attributes.iter() {
        if attribute.oid != oid::EXTENSION_REQUEST && attribute.oid != oid::MICROSOFT_EXTENSION_REQUEST {
            continue;
        }
        for value in attribute.values.iter() {
            let der = value.to_der().map_err(|error| error.to_string())?;
            let extensions = ExtensionReq::from_der(&der);
            all.extend(
                extensions.map_err(|error| format!("the request contains invalid extensions: {error}"))?.0,
            );
        }
    }
    Ok(all)
}
