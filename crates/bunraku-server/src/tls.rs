//! TLS: the server's certificate, and which clients it accepts.

use std::fmt;
use std::fs;
use std::sync::Arc;
use std::time::SystemTime;

use bunraku_ca::tls::HostFiles;
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, CertificateRevocationListDer, PrivateKeyDer};
use rustls::server::{NoServerSessionStorage, WebPkiClientVerifier};
use rustls::{RootCertStore, ServerConfig};

/// Why TLS cannot be set up.
#[derive(Debug)]
pub struct TlsError(pub String);

impl fmt::Display for TlsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TlsError {}

/// Loads the files of a machine. Client certificates are optional, so that agents without one can request it.
pub fn load(files: &HostFiles) -> Result<ServerConfig, TlsError> {
    let identity = files.load().map_err(|failure| TlsError(failure.to_string()))?;
    let unusable = |what: &str, path: &std::path::Path, error: &dyn fmt::Display| {
        TlsError(format!("cannot use the {what} in `{}`: {error}", path.display()))
    };
    let mut roots = RootCertStore::empty();
    for certificate in identity.trusted {
        let added = roots.add(CertificateDer::from(certificate));
        added.map_err(|error| unusable("CA certificate", &files.ca_bundle, &error))?;
    }
    let provider = Arc::new(ring::default_provider());
    let mut verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider))
        .allow_unauthenticated();
    if !identity.crls.is_empty() {
        // The CRL of an offline root may be missing; that of the issuing CA must not.
        let crls = identity.crls.into_iter().map(CertificateRevocationListDer::from);
        verifier = verifier.with_crls(crls).only_check_end_entity_revocation();
    }
    let verifier = verifier.build().map_err(|error| unusable("CRL", &files.crl, &error))?;
    let key = PrivateKeyDer::try_from(identity.private_key)
        .map_err(|error| unusable("private key", &files.private_key, &error))?;
    let chain = identity.chain.into_iter().map(CertificateDer::from).collect();
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| TlsError(error.to_string()))?
        .with_client_cert_verifier(verifier)
        .with_single_cert(chain, key)
        .map_err(|error| unusable("certificate", &files.certificate, &error))?;
    // Agents never resume a session, and a ticket after a response makes Ruby's client wait for the end of the
    // connection.
    config.send_tls13_tickets = 0;
    config.session_storage = Arc::new(NoServerSessionStorage {});
    Ok(config)
}

/// Identifies the state of the files.
pub fn stamp(files: &HostFiles) -> Vec<Option<(SystemTime, u64)>> {
    let files = [&files.certificate, &files.private_key, &files.ca_bundle, &files.crl];
    let stamp = |path: &std::path::PathBuf| {
        let metadata = fs::metadata(path).ok()?;
        Some((metadata.modified().ok()?, metadata.len()))
    };
    files.into_iter().map(stamp).collect()
}
