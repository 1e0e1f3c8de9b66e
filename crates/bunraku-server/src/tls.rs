//! TLS: the server's certificate, and which clients it believes.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::crypto::aws_lc_rs;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, CertificateRevocationListDer, PrivateKeyDer};
use rustls::server::{NoServerSessionStorage, WebPkiClientVerifier};
use rustls::{RootCertStore, ServerConfig};

/// Where the certificates are, as PEM.
#[derive(Debug, Clone)]
pub struct Material {
    /// The server's certificate, and those between it and the CA's if there are any.
    pub certificate: PathBuf,
    /// Its key.
    pub key: PathBuf,
    /// The certificates of the CA.
    pub ca: PathBuf,
    /// What the CA has revoked. Without the file nothing is.
    pub crl: PathBuf,
}

/// Why there can be no TLS.
#[derive(Debug)]
pub struct TlsError(pub String);

impl fmt::Display for TlsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TlsError {}

impl Material {
    /// Reads the files. Clients may show a certificate and need not, so that those without one can ask for it.
    pub fn load(&self) -> Result<ServerConfig, TlsError> {
        let chain = certificates(&self.certificate)?;
        let key = PrivateKeyDer::from_pem_slice(&read(&self.key)?).map_err(|error| {
            TlsError(format!("expected a private key in `{}`, got {error}", self.key.display()))
        })?;
        let mut roots = RootCertStore::empty();
        for certificate in certificates(&self.ca)? {
            roots.add(certificate).map_err(|error| {
                TlsError(format!("cannot use the CA certificate in `{}`: {error}", self.ca.display()))
            })?;
        }
        let provider = Arc::new(aws_lc_rs::default_provider());
        let crls = revocations(&self.crl)?;
        let mut verifier =
            WebPkiClientVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider))
                .allow_unauthenticated();
        if !crls.is_empty() {
            // The CRL of an offline root may be missing; the one of the CA that issues is not.
            verifier = verifier.with_crls(crls).only_check_end_entity_revocation();
        }
        let verifier = verifier.build().map_err(|error| {
            TlsError(format!("cannot check certificates with `{}`: {error}", self.crl.display()))
        })?;
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| TlsError(error.to_string()))?
            .with_client_cert_verifier(verifier)
            .with_single_cert(chain, key);
        let mut config = config.map_err(|error| {
            TlsError(format!(
                "the certificate `{}` and the key `{}` do not go together: {error}",
                self.certificate.display(),
                self.key.display()
            ))
        })?;
        // Agents never resume a session. A ticket that comes after an answer makes Ruby's client wait for the end of
        // the connection.
        config.send_tls13_tickets = 0;
        config.session_storage = Arc::new(NoServerSessionStorage {});
        Ok(config)
    }

    /// What tells one state of the files from another.
    pub fn stamp(&self) -> Vec<Option<(std::time::SystemTime, u64)>> {
        let files = [&self.certificate, &self.key, &self.ca, &self.crl];
        let stamp = |path: &PathBuf| {
            let metadata = fs::metadata(path).ok()?;
            Some((metadata.modified().ok()?, metadata.len()))
        };
        files.into_iter().map(stamp).collect()
    }
}

fn read(path: &Path) -> Result<Vec<u8>, TlsError> {
    fs::read(path).map_err(|error| TlsError(format!("cannot read `{}`: {error}", path.display())))
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let wrong = |what: String| TlsError(format!("expected certificates in `{}`, got {what}", path.display()));
    let bytes = read(path)?;
    let certificates: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&bytes).collect();
    let certificates = certificates.map_err(|error| wrong(error.to_string()))?;
    if certificates.is_empty() { Err(wrong("none".to_owned())) } else { Ok(certificates) }
}

fn revocations(path: &Path) -> Result<Vec<CertificateRevocationListDer<'static>>, TlsError> {
    if !path.is_file() {
        return Ok(Vec::new());
    }
    let lists: Result<Vec<_>, _> = CertificateRevocationListDer::pem_slice_iter(&read(path)?).collect();
    lists.map_err(|error| TlsError(format!("expected a CRL in `{}`, got {error}", path.display())))
}
